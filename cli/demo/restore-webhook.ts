import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiAccess } from "../external-system/access";
import type { ReceiverControl } from "../receiver-control/receiver-control";
import type { Arrivals } from "./arrivals";
import { createDeliveryLog, type DeliveryLog, notificationIdOf } from "./delivery-log";
import { type DemoWebhook, setWebhookUrl } from "./demo-webhook";

/** What the demo leaves behind. */
export interface Leftover {
  readonly access: ApiAccess;
  readonly webhook: DemoWebhook;
  readonly control: ReceiverControl;
  readonly arrivals: Arrivals;
  /** The demo's own, by uuid. */
  readonly documents: ReadonlyMap<string, string>;
}

const SEND_TIMEOUT_MS = 8_000;
const STEP_TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 100;
/** Changes become a notification within moments: one look could be too early. */
const QUIET_LOOKS = 2;

/**
 * Makes everything as it was: the receiver accepts, what is pending is sent, the webhook URL is what it was before. Harmless to
 * repeat, and however far the demo got.
 * @returns a sentence for everything that could not be done; empty: all is as it was
 */
export async function restoreWebhook(leftover: Leftover): Promise<readonly string[]> {
  const { access, control, webhook } = leftover;
  const log = createDeliveryLog(access);
  const problems: string[] = [];
  const attempt = async (failure: string, work: Promise<unknown>): Promise<boolean> => {
    try {
      await inTime(work);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(`${failure} (${reason}).`);
      return false;
    }
  };
  await attempt("The receiver still refuses notifications", control.behave({ kind: "accept" }));
  // What is pending may be meant for the other receiver, too: it goes to the URL that is put back.
  const isForAnother = webhook.isDiverting && webhook.before !== null;
  if (!isForAnother) {
    await attempt(
      "Not everything was sent: it goes to the next webhook URL that is set within 24 hours",
      sendPending(log),
    );
  }
  const isRestored = await attempt(
    `The webhook URL could not be put back. ${byHand(webhook)}`,
    setWebhookUrl(access, webhook.before),
  );
  if (isRestored) await rm(webhook.noteFile, { force: true });
  if (isForAnother) {
    await attempt(
      "Not everything that was meant for the other receiver could be sent to it again",
      resendDiverted(leftover, log),
    );
  }
  return problems;
}

/** Without a limit of its own, a call to a Stagedoor that is gone would be repeated for a minute. */
const inTime = (work: Promise<unknown>) =>
  Promise.race([
    work,
    sleep(STEP_TIMEOUT_MS, null, { ref: false }).then(() => {
      throw new Error("no answer in time");
    }),
  ]);

const byHand = ({ before }: DemoWebhook) =>
  before === null
    ? "Do it by hand: DELETE /external-api/external-dms-configuration"
    : `Do it by hand: POST /external-api/external-dms-configuration {"url": "${before}"}`;

/** A removed webhook would leave them pending until the next one is set. */
async function sendPending(log: DeliveryLog): Promise<void> {
  const deadlineMs = performance.now() + SEND_TIMEOUT_MS;
  for (let quietLooks = 0; quietLooks < QUIET_LOOKS; ) {
    const pending = await log.listPending();
    quietLooks = pending.length === 0 ? quietLooks + 1 : 0;
    if (performance.now() > deadlineMs) throw new Error(`${pending.length} pending`);
    const oldest = pending.at(-1);
    // Its success brings the others.
    if (oldest) await log.resend(oldest.id);
    await sleep(LOOK_AGAIN_MS);
  }
}

/** What came meanwhile about documents of others goes to where it was meant to go. */
async function resendDiverted({ arrivals, documents }: Leftover, log: DeliveryLog): Promise<void> {
  await arrivals.stop();
  const ids = arrivals.all.flatMap(({ id, items, answered }) => {
    const isOfOthers = items?.some(({ uuid }) => !documents.has(uuid));
    return id !== null && answered === 200 && isOfOthers ? [notificationIdOf(id)] : [];
  });
  for (const id of new Set(ids)) await log.resend(id);
}
