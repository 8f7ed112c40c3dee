import type { StagedDocumentRecord } from "@/lib/client/answers";
import { STATUS } from "@/lib/documents/rules/status";
import { uploadSourceOf } from "../external-system/local-file";
import type { Arrival } from "../receiver-control/receiver-control";
import { type DemoRun, pickSmall, receivedSoFar, writeReceived } from "./demo-run";
import type { ReceivedChange } from "./received-changes";
import type { Sample } from "./samples";

const ASSET_IDENTIFIER = "BLD-0002";
const STEP_COLUMN = 44;

/**
 * Takes a document through its life, and fails the upload of another one; shows after each step what the receiver gets.
 * @returns the uuid of the first document, the demo's first change
 * @throws CommandError, CallFailure
 */
export async function followOneDocument(run: DemoRun, samples: readonly Sample[]): Promise<string> {
  const { client, narrator } = run;
  const [kept, failed] = [pickSmall(samples, 0), pickSmall(samples, 1)];
  const header = `${"what a remote system does".padEnd(STEP_COLUMN)}what the receiver gets`;
  narrator.write(`  ${narrator.tone("quiet", header)}\n`);
  const { uuid } = await client.handIn(uploadSourceOf(kept), {
    ...{ assetIdentifier: ASSET_IDENTIFIER, name: kept.name },
    onPassed: async (phase, record) => {
      if (phase === "created") await show(run, `creates ${kept.name}`, record);
      if (phase === "reported") await show(run, "uploads it and reports 2", record);
    },
  });
  await show(run, "deletes it", await client.delete(uuid));
  const created = await client.create({ assetIdentifier: ASSET_IDENTIFIER, name: failed.name });
  await show(run, `creates ${failed.name}`, created);
  const reported = await client.report(created.uuid, { status: STATUS.uploadFailed });
  const { arrival } = await show(run, "gives up the upload and reports 6", reported);
  narrator.write(`\nThe last notification, as it came:\n\n${renderRequest(run, arrival)}`);
  return uuid;
}

async function show(
  run: DemoRun,
  step: string,
  { uuid, name, status }: StagedDocumentRecord,
): Promise<ReceivedChange> {
  const answeredAtMs = Date.now();
  run.documents.set(uuid, name);
  const find = () =>
    receivedSoFar(run).find((change) => change.uuid === uuid && change.currentStatus === status);
  await run.arrivals.until(() => find() !== undefined, `the change of ${name} to ${status}`);
  const received = find();
  if (!received) throw new Error("what was there a moment ago is gone");
  // A notification may overtake the answer.
  const ms = Math.max(1, Math.ceil(received.arrival.arrivedAtMs - answeredAtMs));
  writeReceived(run, step.padEnd(STEP_COLUMN), received, `within ${ms} ms`);
  return received;
}

function renderRequest({ narrator }: DemoRun, { headers, body }: Arrival): string {
  const shown = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
  return [...shown.map(([name, value]) => `${name}: ${value}`), "", body]
    .map((line) => `  ${narrator.tone("quiet", line)}\n`)
    .join("");
}
