import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { createDeliveryLog, type DeliveryLog } from "../external-system/delivery-log";
import type { ReceiverControl } from "../receiver-control/receiver-control";
import { type DemoWebhook, setWebhookUrl } from "./demo-webhook";
import type { NotificationDemo } from "./notification-demo";

const SEND_TIMEOUT_MS = 8_000;
const STEP_TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 100;
/** It takes a moment until a change becomes a notification, so a single check might be too early. */
const QUIET_LOOKS = 2;

/** The state in which a demo left the webhook. */
export interface Restored {
  /** One sentence per failed step; empty if the demo left nothing behind. */
  readonly problems: readonly string[];
  /** A sentence about the current webhook URL. */
  readonly outcome: string;
}

/**
 * Restores the previous state: the receiver accepts notifications, pending notifications are sent, and the webhook URL is
 * the previous one. A webhook that somebody else set or removed during the demo stays as it is, unless that happened in
 * the few milliseconds between our last check and our call. Safe to repeat, however far the demo got.
 */
export async function restoreWebhook(
  {
    access,
    control,
  }: Pick<NotificationDemo, "access"> & { control: Pick<ReceiverControl, "behave"> },
  { url, before, noteFile }: Omit<DemoWebhook, "receiver">,
): Promise<Restored> {
  const byHand =
    before === null
      ? "DELETE /external-api/external-dms-configuration"
      : `POST /external-api/external-dms-configuration {"url": "${before}"}`;
  const current = async () => (await createStagedoorClient(access).getWebhook()).url;
  let outcome = before
    ? `The webhook URL is ${before}.`
    : "The webhook URL was removed, because none was set before.";
  const sendAll = async () => {
    // The demo's own log cannot be used, because its calls wait forever after an interruption.
    if ((await current()) === url) await sendPending(createDeliveryLog(access));
  };
  const putBack = async () => {
    const found = await current();
    if (found === url) await setWebhookUrl(access, before);
    else if (found !== before) outcome = changedDuringDemo(found);
    await rm(noteFile, { force: true });
  };
  const steps = [
    ["The receiver still rejects notifications", () => control.behave({ kind: "accept" })],
    [
      "Not everything was sent. The rest goes to the next webhook URL that is set within 24 hours",
      sendAll,
    ],
    [`The webhook URL could not be restored. To restore it manually: ${byHand}`, putBack],
  ] as const;
  const problems: string[] = [];
  for (const [failure, step] of steps) {
    await inTime(step()).catch((error: unknown) => {
      problems.push(`${failure} (${errorMessage(error)}).`);
    });
  }
  return { problems, outcome };
}

const changedDuringDemo = (url: string | null) =>
  url === null
    ? "Somebody removed the webhook URL during the demo. It was left unset."
    : `Somebody set the webhook URL to ${url} during the demo. It was left unchanged.`;

/** Without this limit, a call to a stopped Stagedoor would be retried for a minute. */
const inTime = (work: Promise<unknown>) =>
  Promise.race([
    work,
    sleep(STEP_TIMEOUT_MS, null, { ref: false }).then(() => {
      throw new Error("no response in time");
    }),
  ]);

/** Without a webhook, these notifications would stay pending until another webhook is set. */
async function sendPending(log: DeliveryLog): Promise<void> {
  const deadlineMs = performance.now() + SEND_TIMEOUT_MS;
  for (let quietLooks = 0; quietLooks < QUIET_LOOKS; ) {
    const pending = await log.listPending();
    quietLooks = pending.length === 0 ? quietLooks + 1 : 0;
    if (performance.now() > deadlineMs) throw new Error(`${pending.length} pending`);
    const oldest = pending.at(-1);
    // Once the oldest notification has been delivered, the others follow.
    if (oldest) await log.resend(oldest.id);
    await sleep(LOOK_AGAIN_MS);
  }
}
