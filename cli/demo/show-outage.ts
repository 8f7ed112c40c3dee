import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../command/command-error";
import { notificationIdOf } from "../external-system/delivery-log";
import { changeDocument } from "./change-document";
import { type DemoRun, pickSmall, receivedSoFar, writeReceived } from "./demo-run";
import type { Sample } from "./samples";

const FAILING_STATUS = 500;
const LOOKS_MAX = 100;
const LOOK_AGAIN_MS = 50;
const NAME_COLUMN = 34;

/** What an outage left to be sent. */
interface Backlog {
  /** Of the documents that changed meanwhile. */
  readonly uuids: ReadonlySet<string>;
  readonly changes: number;
  /** The first one that was refused. */
  readonly notificationId: string;
}

/** The receiver fails while documents change, the delivery log says why, and the receiver recovers. @throws CommandError, CallFailure */
export async function showOutage(run: DemoRun, samples: readonly Sample[]): Promise<void> {
  run.narrator.act("The receiver fails");
  const backlog = await failReceiver(run, samples);
  await explain(run, backlog);
  run.narrator.act("The receiver recovers");
  await recoverReceiver(run, backlog);
}

async function failReceiver(run: DemoRun, samples: readonly Sample[]): Promise<Backlog> {
  const { arrivals, control, narrator } = run;
  await control.behave({ kind: "answer", status: FAILING_STATUS });
  const answer = narrator.tone("bad", String(FAILING_STATUS));
  narrator.write(
    `The receiver answers ${answer} to everything now. Meanwhile, a remote system\n\n`,
  );
  const uuids = new Set<string>();
  let changes = 0;
  for (const [place, end] of (["deleted", "uploaded", "given up"] as const).entries()) {
    await changeDocument(run, pickSmall(samples, place), end, (step, { uuid }) => {
      uuids.add(uuid);
      changes += 1;
      narrator.write(`  ${step}\n`);
    });
  }
  const isOurs = ({ uuid }: { uuid: string }) => uuids.has(uuid);
  const refused = () =>
    arrivals.all.filter(
      ({ answered, attempt, items }) =>
        answered === FAILING_STATUS && attempt === 1 && items?.some(isOurs),
    );
  const sent = () => refused().flatMap(({ items }) => items?.filter(isOurs) ?? []);
  const isEachSent = () => new Set(sent().map(({ uuid }) => uuid)).size === uuids.size;
  await arrivals.until(isEachSent, "the changes that it refuses");
  const sentCount = sent().length;
  narrator.write(
    `\n${changes} changes: ${sentCount} sent and refused, ${changes - sentCount} held back behind them to keep each document's order.\nNothing is lost.\n`,
  );
  return { uuids, changes, notificationId: notificationIdOf(refused()[0]?.id ?? "") };
}

/** What an administrator reads about the failure. */
async function explain({ log, narrator }: DemoRun, { notificationId }: Backlog): Promise<void> {
  const { tone, write } = narrator;
  let { lastAttempt, nextAttemptAt } = await log.get(notificationId);
  // The receiver has answered a moment before the attempt is in the log.
  for (let looks = 0; lastAttempt === null && looks < LOOKS_MAX; looks += 1) {
    await sleep(LOOK_AGAIN_MS);
    ({ lastAttempt, nextAttemptAt } = await log.get(notificationId));
  }
  if (!lastAttempt?.sentence) {
    throw new CommandError(`The delivery log does not explain notification ${notificationId}.`);
  }
  const { status, totalMs, sentence, fix } = lastAttempt;
  write("\nThe delivery log says why, and what to do:\n");
  write(`  ${tone("quiet", `GET /external-api/notifications/${notificationId}`)}\n`);
  write(`  ${tone("bad", `✗ attempt 1: answered ${status} after ${Math.ceil(totalMs)} ms`)}\n`);
  write(`  ${tone("strong", sentence)}\n  ${fix}\n`);
  write(`  ${tone("quiet", `next attempt: ${nextAttemptAt ?? "none"}`)}\n`);
}

async function recoverReceiver(run: DemoRun, backlog: Backlog): Promise<void> {
  const { arrivals, control, documents, log, narrator } = run;
  const { uuids, changes, notificationId } = backlog;
  await control.behave({ kind: "accept" });
  const answer = narrator.tone("good", "200");
  narrator.write(
    `The receiver answers ${answer} again. One notification is sent by hand; after its success everything\npending follows, each document's changes in order:\n\n`,
  );
  const call = `POST /external-api/notifications/${notificationId}/resend`;
  narrator.write(`  ${narrator.tone("quiet", call)}\n`);
  const startedAtMs = Date.now();
  await log.resend(notificationId);
  const received = () => receivedSoFar(run).filter(({ uuid }) => uuids.has(uuid));
  await arrivals.until(() => received().length >= changes, "the rest of the backlog");
  for (const change of received()) {
    const { arrivedAtMs, attempt } = change.arrival;
    const seconds = Math.max(0, (arrivedAtMs - startedAtMs) / 1000).toFixed(2);
    const name = documents.get(change.uuid) ?? change.uuid;
    writeReceived(run, name.padEnd(NAME_COLUMN), change, `attempt ${attempt}, after ${seconds} s`);
  }
}
