import type { StagedDocumentRecord } from "@/lib/client/answers";
import { STATUS } from "@/lib/documents/rules/status";
import { uploadSourceOf } from "../external-system/local-file";
import type { Arrival } from "../receiver-control/receiver-control";
import { pickSmall, renderJudgement, renderMove, type Scene, untilTold } from "./demo-run";
import type { ToldChange } from "./received-changes";
import type { Sample } from "./samples";

const ASSET_IDENTIFIER = "BLD-0002";
const WHAT_COLUMN = 44;

/** Takes two documents step by step, and shows after each step what arrives. @throws DemoFailure, CallFailure */
export async function takeSteps(scene: Scene, samples: readonly Sample[]): Promise<void> {
  const { client, narrator } = scene;
  const [kept, givenUp] = pickSmall(samples, 2);
  if (!kept || !givenUp) return;
  const header = `${"what a remote system does".padEnd(WHAT_COLUMN)}what the receiver gets`;
  narrator.write(`  ${narrator.tone("quiet", header)}\n`);

  const { name } = kept;
  const handedIn = await client.handIn(uploadSourceOf(kept), {
    ...{ assetIdentifier: ASSET_IDENTIFIER, name },
    onPassed: async (phase, record) => {
      if (phase === "created") await show(scene, `announces ${name}`, record);
      if (phase === "reported") await show(scene, "uploads it and reports 2", record);
    },
  });
  await show(scene, "deletes it", await client.delete(handedIn.uuid));

  const created = await client.create({
    ...{ assetIdentifier: ASSET_IDENTIFIER, name: givenUp.name },
  });
  await show(scene, `announces ${givenUp.name}`, created);
  const status = STATUS.uploadFailed;
  const reported = await client.report(created.uuid, { status });
  const { arrival } = await show(scene, "gives up the upload and reports 6", reported);
  narrator.write(`
The last one, as it came:

${renderRequest(scene, arrival)}`);
}

/** The first half of the line when the call is answered, the other one when the receiver has it. */
async function show(scene: Scene, what: string, record: StagedDocumentRecord): Promise<ToldChange> {
  const answeredAtMs = Date.now();
  const { documents, narrator } = scene;
  documents.set(record.uuid, record.name);
  narrator.write(`  ${what.padEnd(WHAT_COLUMN)}`);
  const told = await untilTold(scene, record);
  // A notification may overtake the answer.
  const ms = Math.max(1, Math.ceil(told.arrival.arrivedAtMs - answeredAtMs));
  const judgement = renderJudgement(narrator, told.arrival);
  const when = narrator.tone("quiet", `within ${ms} ms`);
  narrator.write(`${renderMove(told)}   ${judgement}   ${when}\n`);
  return told;
}

function renderRequest({ narrator }: Scene, { headers, body }: Arrival): string {
  const shown = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
  return [...shown.map(([name, value]) => `${name}: ${value}`), "", body]
    .map((line) => `  ${narrator.tone("quiet", line)}\n`)
    .join("");
}
