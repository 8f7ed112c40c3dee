import { STATUS } from "@/lib/documents/rules/status";
import { counted } from "../command/text-table";
import { openAnswerJournal } from "../external-system/answer-journal";
import { createCheckingClient } from "../external-system/checking-client";
import { inParallel } from "../external-system/in-parallel";
import type { DemoOptions } from "./demo-options";
import type { Narrator } from "./narrator";
import { createProgress } from "./progress";
import { renderOutcomes, renderSummary } from "./render-report";
import type { Sample } from "./samples";
import { type PlannedDocument, uploadAndCheck } from "./upload-and-check";

const DOCUMENTS_AT_A_TIME = 4;
/** The demo's own data: an external system knows its assets, and these are what a first start shows. */
const ASSET_IDENTIFIERS = ["BLD-0001", "BLD-0002", "MCH-0107", "CTR-2031"] as const;

/** What samples are uploaded with. */
export interface SamplesToUpload {
  readonly options: DemoOptions;
  readonly samples: readonly Sample[];
  readonly narrator: Narrator;
  readonly fetch?: typeof globalThis.fetch;
  /** The name of each document that was created, by its uuid. */
  readonly documents?: Map<string, string>;
}

/**
 * Uploads all samples, several at a time, reads them back and compares; one more upload is given up.
 * @returns whether everything is as it should be; what is not is shown
 * @throws CommandError when the key is refused
 */
export async function uploadSamples(upload: SamplesToUpload): Promise<boolean> {
  const startedMs = performance.now();
  const { options, samples, narrator, fetch, documents = new Map<string, string>() } = upload;
  const { access, count, journalFile } = options;
  const planned = planDocuments(samples, count ?? samples.length);
  narrator.write(`Uploading ${counted(planned.length, "document")} to ${access.url}\n\n`);
  const progress = createProgress(narrator, planned.length);
  const client = createCheckingClient(access, progress.pause, fetch);
  const journal = await openAnswerJournal(journalFile);
  const outcomes = await inParallel(planned, DOCUMENTS_AT_A_TIME, async (document) => {
    const outcome = await uploadAndCheck({ client, journal, documents }, document);
    progress.pass();
    return outcome;
  }).finally(() => {
    progress.end();
    return journal.close();
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const summary = renderSummary(outcomes, { seconds, pauses: progress.pauses() });
  narrator.write(`${renderOutcomes(outcomes)}\n${summary}\n`);
  return outcomes.every(({ problem }) => problem === null);
}

/** `count` documents which cycle through samples and assets, and one more whose upload is going to be given up. */
function planDocuments(samples: readonly Sample[], count: number): PlannedDocument[] {
  const planned: PlannedDocument[] = [];
  for (let index = 0; index <= count; index += 1) {
    const sample = samples[index % samples.length];
    const assetIdentifier = ASSET_IDENTIFIERS[index % ASSET_IDENTIFIERS.length];
    if (!sample || !assetIdentifier) throw new Error("there are no samples");
    const wantedStatus = index < count ? STATUS.uploadSuccessful : STATUS.uploadFailed;
    planned.push({ sample, assetIdentifier, wantedStatus });
  }
  return planned;
}
