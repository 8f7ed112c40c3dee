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

/** The webhook settings of the demo. */
export interface DemoWebhook {
  readonly receiver: ReceiverAccess;
  /** The webhook URL during the demo; unique to each demo, so that nobody else can have set it. */
  readonly url: string;
  /**
   * The URL to restore afterwards: the URL found at the start, or a different path on the same receiver; null if there
   * was none.
   */
  readonly before: string | null;
  /**
   * The file that records `url` and `before` during the demo, so that the next demo can clean up if this one is killed.
   */
  readonly noteFile: string;
}

const note = z.object({ url: z.string(), before: z.string().nullable() });

/**
 * Checks whether the demo can use the webhook without disturbing anybody.
 * @returns the webhook, or a sentence that says why only documents can be shown
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
  // null if no demo was killed, or if one was killed while writing this file, before it used the webhook.
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

/** Makes the built-in receiver accept notifications, gives it the current secrets, and sets it as the webhook. */
export async function setDemoWebhook(
  access: ApiAccess,
  { url, before, noteFile }: DemoWebhook,
  control: ReceiverControl,
): Promise<void> {
  // Imported late, so that a demo that only uploads documents does not wait for the whole application.
  const { readSigningSecrets } = await import("./read-configuration");
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
