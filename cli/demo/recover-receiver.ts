import { type DemoRun, NAME_COLUMN, receivedSoFar, writeReceived } from "./demo-run";
import type { Backlog } from "./fail-receiver";

/** The receiver accepts again; one notification is sent by hand, and the rest follows. @throws CommandError, CallFailure */
export async function recoverReceiver(run: DemoRun, backlog: Backlog): Promise<void> {
  const { arrivals, control, documents, log, narrator } = run;
  const { uuids, changes, notificationId } = backlog;
  await control.behave({ kind: "accept" });
  narrator.say(
    `The receiver answers ${narrator.tone("good", "200")} again. One notification is sent by hand; after its success everything pending follows, each document's changes in order:`,
  );
  const call = `POST /external-api/notifications/${notificationId}/resend`;
  narrator.write(`\n  ${narrator.tone("quiet", call)}\n`);
  const startedAtMs = Date.now();
  await log.resend(notificationId);
  const received = () => receivedSoFar(run).filter(({ uuid }) => uuids.includes(uuid));
  await arrivals.until(() => received().length >= changes, "the rest of the backlog");
  for (const change of received()) {
    const { arrivedAtMs, attempt } = change.arrival;
    const seconds = Math.max(0, (arrivedAtMs - startedAtMs) / 1000).toFixed(2);
    const name = (documents.get(change.uuid) ?? change.uuid).padEnd(NAME_COLUMN);
    writeReceived(run, name, change, `attempt ${attempt}, after ${seconds} s`);
  }
}
