import { changeDocument } from "./change-document";
import { type DemoRun, pickSmall, receivedSoFar, writeReceived } from "./demo-run";
import type { ReceivedChange } from "./received-changes";
import type { Sample } from "./samples";

const STEP_COLUMN = 44;

/**
 * Takes a document from its creation to its deletion, and gives up the upload of another one; shows after each step what the
 * receiver gets.
 * @throws CommandError, CallFailure
 */
export async function followOneDocument(run: DemoRun, samples: readonly Sample[]): Promise<void> {
  const { arrivals, narrator } = run;
  const { tone, write } = narrator;
  const header = `${"what a remote system does".padEnd(STEP_COLUMN)}what the receiver gets`;
  write(`  ${tone("quiet", header)}\n`);
  const received: ReceivedChange[] = [];
  for (const [sample, end] of [
    [pickSmall(samples, 0), "deleted"],
    [pickSmall(samples, 1), "given up"],
  ] as const) {
    await changeDocument(run, sample, end, async (step, { uuid, name, status }) => {
      const answeredAtMs = Date.now();
      const isThis = (change: ReceivedChange) =>
        change.uuid === uuid && change.currentStatus === status;
      const find = () => receivedSoFar(run).filter(isThis);
      await arrivals.until(() => find().length > 0, `the change of ${name} to ${status}`);
      for (const change of find()) {
        // A notification may overtake the answer.
        const ms = Math.max(1, Math.ceil(change.arrival.arrivedAtMs - answeredAtMs));
        writeReceived(run, step.padEnd(STEP_COLUMN), change, `within ${ms} ms`);
        received.push(change);
      }
    });
  }
  const { headers = {}, body = "" } = received.at(-1)?.arrival ?? {};
  const signed = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
  write("\nThe last notification, as it came:\n\n");
  for (const line of [...signed.map(([name, value]) => `${name}: ${value}`), "", body]) {
    write(`  ${tone("quiet", line)}\n`);
  }
}
