import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ApiProblem } from "@/lib/client/call-failure";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { counted } from "../command/text-table";
import type { ApiAccess } from "../external-system/access";
import { createDeliveryLog } from "../external-system/delivery-log";
import { findReceiver } from "../receiver-control/find-receiver";
import type { ReceiverAccess, ReceiverControl } from "../receiver-control/receiver-control";
import type { DemoOptions } from "./demo-options";

/** The webhook as the demo uses it. */
export interface DemoWebhook {
  readonly receiver: ReceiverAccess;
  /** What the webhook URL is set to meanwhile; another one in each demo, so that nobody else can have set it. */
  readonly url: string;
  /** What it is set to afterwards: what was found; null: none. */
  readonly before: string | null;
  /** Whether others wait for the notifications that come meanwhile. */
  readonly isDiverting: boolean;
  /** Where `url` and `before` are noted meanwhile, so that the next demo can put right what a killed one left. */
  readonly noteFile: string;
}

const note = z.object({ url: z.string(), before: z.string().nullable() });

/**
 * Looks whether the webhook can be used for a while without taking anything from anybody.
 * @returns a sentence that says why documents are all that can be shown when it cannot
 */
export async function findDemoWebhook(
  options: DemoOptions,
): Promise<DemoWebhook | { readonly why: string }> {
  const { access, journalFile, mayDivert } = options;
  if (journalFile !== null) return { why: "They are not part of a demo with --journal." };
  const found = await findReceiver(access.url);
  if (found.access === null) return { why: found.why };
  const looked = await lookAtWebhook(access).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === "missing-scope") return null;
    throw error;
  });
  if (looked === null) {
    return { why: "They need a key with the scopes configuration:read and configuration:write." };
  }
  const receiver = found.access;
  const noteFile = join(found.settings.dataDir, "receiver", "demo-webhook.json");
  const left = await readNote(noteFile);
  const isLeft = left !== null && left.url === looked.url;
  const before = isLeft ? left.before : looked.url;
  const isFree = before === null ? isLeft : new URL(before).origin === receiver.origin;
  const why = isFree ? null : whyTaken(before, looked.pending);
  if (why !== null && !mayDivert) {
    if (isLeft) await setWebhookUrl(access, before);
    return { why };
  }
  const url = `${receiver.origin}/demo-${randomBytes(8).toString("hex")}`;
  return { receiver, url, before, isDiverting: why !== null, noteFile };
}

/** The built-in receiver accepts, knows the current secrets, and becomes the webhook. */
export async function setDemoWebhook(
  access: ApiAccess,
  { url, before, noteFile }: DemoWebhook,
  control: ReceiverControl,
): Promise<void> {
  // Loaded late: whoever only uploads documents need not wait for the whole application.
  const { readSigningSecrets } = await import("./read-signing-secrets");
  await control.behave({ kind: "accept" });
  await control.verifyWith(await readSigningSecrets());
  await writeFile(noteFile, JSON.stringify({ url, before }), { mode: 0o600 });
  await setWebhookUrl(access, url);
}

/** Sets the webhook URL; null removes it. */
export async function setWebhookUrl(access: ApiAccess, url: string | null): Promise<void> {
  const client = createStagedoorClient(access);
  if (url === null) await client.removeWebhook();
  else await client.setWebhook(url);
}

async function lookAtWebhook(access: ApiAccess) {
  const { url } = await createStagedoorClient(access).getWebhook();
  return { url, pending: (await createDeliveryLog(access).listPending()).length };
}

/** null: no demo was killed, or while it wrote its note, and so before it used the webhook. */
async function readNote(file: string): Promise<z.infer<typeof note> | null> {
  try {
    return note.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

function whyTaken(url: string | null, pending: number): string | null {
  const command = "npm run demo -- --webhook";
  if (url !== null) {
    return `The webhook URL is ${url}, and the demo does not take what is meant for that receiver. ${command} does, and sends it there again afterwards.`;
  }
  if (pending === 0) return null;
  return `${counted(pending, "notification")} still to be sent would go to the built-in receiver. ${command} accepts that.`;
}
