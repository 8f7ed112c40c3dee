import { ApiProblem } from "@/lib/client/call-failure";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import type { PartSettings } from "@/lib/env/read-settings";
import { counted } from "../command/text-table";
import { findReceiver } from "../receiver-control/find-receiver";
import type { ReceiverAccess } from "../receiver-control/receiver-control";
import { createDeliveryLog } from "./delivery-log";
import type { DemoOptions } from "./demo-commands";

/** What the demo needs to show notifications. */
export interface Stage {
  readonly receiver: ReceiverAccess;
  /** Of the Stagedoor that runs. */
  readonly settings: PartSettings;
  /** What the webhook URL is set to meanwhile. */
  readonly url: string;
  /** What it is set to afterwards: what was found; null: none. */
  readonly before: string | null;
  /** Whether others wait for the notifications that come meanwhile. */
  readonly isDiverting: boolean;
}

/** A stage, or a sentence that says why documents are all that can be shown. */
export type FoundStage = Stage | { readonly why: string };

/** Looks whether the webhook can be used for a while without taking anything from anybody. */
export async function findStage(options: DemoOptions): Promise<FoundStage> {
  if (options.journalFile !== null) return { why: "They are not part of a demo with --journal." };
  const found = await findReceiver(options.access.url);
  if (found.access === null) return { why: found.why };
  const { access: receiver, settings } = found;
  const looked = await lookAtWebhook(options).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === "missing-scope") return null;
    throw error;
  });
  if (looked === null) {
    return { why: "They need a key with the scopes configuration:read and configuration:write." };
  }
  const url = `${receiver.origin}/demo`;
  const isOurs = looked.url !== null && new URL(looked.url).origin === receiver.origin;
  const why = isOurs ? null : whyTaken(looked);
  if (why !== null && !options.mayDivert) return { why };
  // Nobody but a demo that was cut off sets exactly this address.
  const before = looked.url === url ? null : looked.url;
  return { receiver, settings, url, before, isDiverting: why !== null };
}

interface Webhook {
  readonly url: string | null;
  readonly pending: number;
}

async function lookAtWebhook({ access }: DemoOptions): Promise<Webhook> {
  const { url } = await createStagedoorClient(access).getWebhook();
  return { url, pending: (await createDeliveryLog(access).listPending()).length };
}

function whyTaken({ url, pending }: Webhook): string | null {
  const command = "npm run demo -- --webhook";
  if (url !== null) {
    return `The webhook URL is ${url}, and the demo does not take what is meant for that receiver. ${command} does, and sends it there again afterwards.`;
  }
  if (pending === 0) return null;
  return `${counted(pending, "notification")} still to be sent would go to the built-in receiver. ${command} accepts that.`;
}
