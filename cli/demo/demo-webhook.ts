import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ApiProblem } from "@/lib/client/call-failure";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import type { ApiAccess } from "../external-system/access";
import { createDeliveryLog } from "../external-system/delivery-log";
import { findReceiver } from "../receiver-control/find-receiver";
import type { ReceiverAccess, ReceiverControl } from "../receiver-control/receiver-control";
import type { Demo } from "./upload-samples";

/** The webhook as the demo uses it. */
export interface DemoWebhook {
  readonly receiver: ReceiverAccess;
  /**
   * What the webhook URL is set to in the meantime; another one in each demo, so that nobody else can have set
   * it.
   */
  readonly url: string;
  /** What it is set to afterwards: what was found, another path of the same receiver; null: none. */
  readonly before: string | null;
  /**
   * Where `url` and `before` are noted in the meantime, so that the next demo can put right what a killed one
   * left.
   */
  readonly noteFile: string;
}

const note = z.object({ url: z.string(), before: z.string().nullable() });

/**
 * Looks whether the webhook can be used for a while without taking anything from anybody.
 * @returns a sentence that says why documents are all that can be shown when it cannot
 */
export async function findDemoWebhook({
  access,
  journalFile,
}: Pick<Demo, "access" | "journalFile">): Promise<DemoWebhook | { readonly why: string }> {
  if (journalFile !== null) return { why: "A demo with --journal does not include them." };
  const found = await findReceiver(access.url);
  if (found.access === null) return { why: found.why };
  const looked = await Promise.all([
    createStagedoorClient(access).getWebhook(),
    createDeliveryLog(access).listPending(),
  ]).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === "missing-scope") return error.detail;
    throw error;
  });
  if (typeof looked === "string") return { why: looked };
  const [{ url: current }, pending] = looked;
  const receiver = found.access;
  const noteFile = join(found.settings.dataDir, "receiver", "demo-webhook.json");
  // null: no demo was killed, or while it wrote its note, and so before it used the webhook.
  const left = await readFile(noteFile, "utf8")
    .then((text) => note.parse(JSON.parse(text)))
    .catch(() => null);
  const isLeft = left !== null && left.url === current;
  const before = isLeft ? left.before : current;
  if (before !== null && new URL(before).origin !== receiver.origin) {
    if (isLeft) await setWebhookUrl(access, before);
    return { why: `Notifications go to ${before}, not to the built-in receiver.` };
  }
  if (before === null && !isLeft && pending.length > 0) {
    return { why: "Pending notifications would go to the built-in receiver." };
  }
  const url = `${receiver.origin}/demo-${randomBytes(8).toString("hex")}`;
  return { receiver, url, before, noteFile };
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
  await (url === null ? client.removeWebhook() : client.setWebhook(url));
}
