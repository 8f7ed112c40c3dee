import { setTimeout as sleep } from "node:timers/promises";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { counted } from "../command/text-table";
import type { ApiAccess } from "../external-system/access";
import type { ReceiverControl } from "../receiver-control/receiver-control";
import type { Arrivals } from "./arrivals";
import { createDeliveryLog, type DeliveryLog } from "./delivery-log";
import type { Stage } from "./find-demo-receiver";
import { readSigningSecrets } from "./read-signing-secrets";

/** What the webhook is borrowed from, and with. */
export interface Loan {
  readonly access: ApiAccess;
  readonly stage: Stage;
  readonly control: ReceiverControl;
  readonly arrivals: Arrivals;
  /** The demo's own, by uuid. */
  readonly documents: Map<string, string>;
}

const PATIENCE_MS = 8_000;
const LOOK_AGAIN_MS = 100;
/** Changes become a notification within moments: one look could be too early. */
const QUIET_LOOKS = 2;

/** The built-in receiver accepts, knows the current secrets, and becomes the webhook. */
export async function takeWebhook({ access, stage, control }: Loan): Promise<void> {
  await control.behave({ kind: "accept" });
  await control.verifyWith(await readSigningSecrets(stage.settings));
  await createStagedoorClient(access).setWebhook(stage.url);
}

/**
 * Makes everything as it was: the receiver accepts, what waits is sent, the webhook URL is what it was before. Harmless to
 * repeat, and whatever was reached of the demo.
 * @returns a sentence for everything that could not be done; empty: all is as it was
 */
export async function giveWebhookBack(loan: Loan): Promise<readonly string[]> {
  const { access, stage } = loan;
  const log = createDeliveryLog(access);
  const left = await Promise.allSettled([within(loan.control.behave({ kind: "accept" }))]);
  // What waits may be meant for the other receiver, too: it goes to the URL that is put back.
  const isForAnother = stage.isDiverting && stage.before !== null;
  const waiting = isForAnother ? 0 : await within(sendWhatWaits(log)).catch(() => 0);
  const restored = await Promise.allSettled([within(restoreUrl(access, stage.before))]);
  const resent = isForAnother ? await Promise.allSettled([within(resendDiverted(loan, log))]) : [];
  return [
    ...left.flatMap(problemOf("The receiver could not be told to accept again")),
    ...(waiting === 0
      ? []
      : [
          `${counted(waiting, "notification")} could not be sent: they go to the next webhook URL that is set within 24 hours.`,
        ]),
    ...restored.flatMap(problemOf(`The webhook URL could not be put back. ${byHand(stage)}`)),
    ...resent.flatMap(
      problemOf("What was meant for the other receiver could not be sent to it again"),
    ),
  ];
}

/** Without a limit of its own, a call to a Stagedoor that is gone would be repeated for a minute. */
const within = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(PATIENCE_MS + 2_000, null, { ref: false }).then(() => {
      throw new Error("no answer in time");
    }),
  ]);

const problemOf = (sentence: string) => (result: PromiseSettledResult<unknown>) => {
  if (result.status === "fulfilled") return [];
  const { reason } = result;
  return [`${sentence} (${reason instanceof Error ? reason.message : String(reason)}).`];
};

const byHand = ({ before }: Stage) =>
  before === null
    ? "Do it by hand: DELETE /external-api/external-dms-configuration"
    : `Do it by hand: POST /external-api/external-dms-configuration {"url": "${before}"}`;

async function restoreUrl(access: ApiAccess, before: string | null): Promise<void> {
  const client = createStagedoorClient(access);
  if (before === null) await client.removeWebhook();
  else await client.setWebhook(before);
}

/** A removed webhook would leave them waiting for the next one. @returns how many still wait */
async function sendWhatWaits(log: DeliveryLog): Promise<number> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  let quietLooks = 0;
  for (;;) {
    const pending = await log.listPending();
    quietLooks = pending.length === 0 ? quietLooks + 1 : 0;
    if (quietLooks === QUIET_LOOKS || performance.now() > deadlineMs) return pending.length;
    const oldest = pending.at(-1);
    // Its success brings the others.
    if (oldest) await log.resend(oldest.id);
    await sleep(LOOK_AGAIN_MS);
  }
}

/** What came meanwhile about documents of others goes to where it was meant to go. */
async function resendDiverted({ arrivals, documents }: Loan, log: DeliveryLog) {
  await arrivals.during(Promise.resolve());
  const isOfOthers = ({ uuid }: { uuid: string }) => !documents.has(uuid);
  const ids = arrivals
    .all()
    .flatMap(({ id, items, answered }) =>
      id !== null && answered === 200 && items?.some(isOfOthers) ? [id.replace(/^msg_/, "")] : [],
    );
  for (const id of new Set(ids)) await log.resend(id);
}
