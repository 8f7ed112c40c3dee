import { STATUS } from "@/lib/documents/rules/status";
import { counted } from "../command/text-table";
import { inParallel } from "../external-system/in-parallel";
import { openAnswerJournal } from "./answer-journal";
import { createDemoClient } from "./demo-client";
import type { DemoOptions } from "./demo-commands";
import type { Narrator } from "./narrator";
import { createProgress } from "./progress";
import { renderOutcomes, renderSummary } from "./render-report";
import type { Sample } from "./samples";
import { type PlannedDocument, uploadDocument } from "./upload-document";

const DOCUMENTS_AT_A_TIME = 4;
/** The demo's own data: an external system knows its assets, and these are what a first start shows. */
const ASSET_IDENTIFIERS = ["BLD-0001", "BLD-0002", "MCH-0107", "CTR-2031"] as const;

/** What samples are uploaded with. */
export interface SamplesToUpload {
  readonly options: DemoOptions;
  readonly samples: readonly Sample[];
  readonly narrator: Narrator;
  readonly fetch: typeof globalThis.fetch;
  /** Called with each document that exists from now on. */
  readonly onCreated?: (uuid: string, name: string) => void;
}

/**
 * Uploads all samples, several at a time, reads them back and compares; one more upload is given up.
 * @returns whether everything is as it should be; what is not is shown
 * @throws CommandError when the key is refused
 */
export async function uploadSamples(upload: SamplesToUpload): Promise<boolean> {
  const startedMs = performance.now();
  const { options, samples, narrator, fetch, onCreated = () => undefined } = upload;
  const documents = planDocuments(samples, options.count ?? samples.length);
  narrator.write(`Uploading ${counted(documents.length, "document")} to ${options.access.url}\n\n`);
  const progress = createProgress(narrator, documents.length);
  const client = createDemoClient(options.access, progress.pause, { fetch });
  const journal = await openAnswerJournal(options.journalFile);
  const outcomes = await inParallel(documents, DOCUMENTS_AT_A_TIME, async (document) => {
    const outcome = await uploadDocument({ client, journal, onCreated }, document);
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
  return Array.from({ length: count + 1 }, (_, index) => ({
    sample: pick(samples, index),
    assetIdentifier: pick(ASSET_IDENTIFIERS, index),
    wantedStatus: index < count ? STATUS.uploadSuccessful : STATUS.uploadFailed,
  }));
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}
