import { STATUS } from "@/lib/documents/rules/status";
import { counted } from "../command/text-table";
import { inParallel } from "../external-system/in-parallel";
import { openAnswerJournal } from "./answer-journal";
import { createDemoClient } from "./demo-client";
import type { DemoOptions } from "./demo-commands";
import { type Scene, toldSoFar } from "./demo-run";
import type { Narrator } from "./narrator";
import { type PlannedDocument, planDocuments } from "./plan-documents";
import { createProgress, type PhaseCounts, type Progress } from "./progress";
import { renderSummary, renderTable } from "./render-report";
import type { Sample } from "./samples";
import { handIn, type Outcome } from "./upload-document";

const DOCUMENTS_AT_A_TIME = 4;
/** Each is created, and gets one more status. */
const CHANGES_PER_DOCUMENT = 2;

/** What documents are handed in with. */
export interface DocumentsAct {
  readonly options: DemoOptions;
  readonly samples: readonly Sample[];
  readonly narrator: Narrator;
  /** null: nobody is told of the changes. */
  readonly scene: Scene | null;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Hands all files in, several at a time, reads them back and compares; with a scene, until the receiver got every change.
 * @returns whether everything is as it should be; what is not is told
 * @throws CommandError when the key is refused, DemoFailure when the receiver waits in vain
 */
export async function handInDocuments(act: DocumentsAct): Promise<boolean> {
  const startedMs = performance.now();
  const { options, samples, narrator, scene } = act;
  const documents = planDocuments(samples, options.count ?? samples.length);
  narrator.write(`Handing in ${documents.length} documents at ${options.access.url}\n\n`);
  const progress = createProgress(narrator.screen, totalsOf(documents, scene !== null));
  const outcomes = await handInAll(act, documents, progress).finally(progress.end);
  const seconds = (performance.now() - startedMs) / 1000;
  const summary = renderSummary(outcomes, { seconds, pauses: progress.pauses() });
  narrator.write(`${renderTable(outcomes)}\n${summary}\n`);
  if (scene) narrator.write(renderTold(scene));
  return outcomes.every(isAsWanted);
}

const isAsWanted = ({ problem }: Outcome) => problem === null;

async function handInAll(
  { options, scene, fetch }: DocumentsAct,
  documents: readonly PlannedDocument[],
  progress: Progress,
): Promise<readonly Outcome[]> {
  const client = createDemoClient(options.access, progress.pause, { fetch });
  const journal = await openAnswerJournal(options.journalFile);
  const onCreated = (uuid: string, name: string) => {
    scene?.documents.set(uuid, name);
  };
  const tools = { client, journal, onCreated, onPassed: progress.pass };
  const work = inParallel(documents, DOCUMENTS_AT_A_TIME, (document) =>
    handIn(tools, document),
  ).finally(journal.close);
  return scene ? untilAllTold(scene, work, progress) : work;
}

/** Waits for the receiver only where all went well: what went wrong is the news then. */
async function untilAllTold(
  scene: Scene,
  work: Promise<readonly Outcome[]>,
  progress: Progress,
): Promise<readonly Outcome[]> {
  const { arrivals, documents } = scene;
  const show = () => progress.reach("notified", toldSoFar(scene).length);
  const silence = arrivals.listen(show);
  try {
    const outcomes = await arrivals.during(work);
    const isComplete = () => toldSoFar(scene).length >= CHANGES_PER_DOCUMENT * documents.size;
    if (outcomes.every(isAsWanted)) await arrivals.until(isComplete, "the last changes of status");
    show();
    return outcomes;
  } finally {
    silence();
  }
}

function renderTold(scene: Scene): string {
  const told = toldSoFar(scene);
  const notifications = new Set(told.map(({ arrival }) => arrival.id)).size;
  return `${counted(told.length, "change")} of status told to the receiver in ${counted(notifications, "notification")}.\n`;
}

function totalsOf(documents: readonly PlannedDocument[], isTold: boolean): PhaseCounts {
  const all = documents.length;
  const uploads = documents.filter(
    ({ wantedStatus }) => wantedStatus === STATUS.uploadSuccessful,
  ).length;
  const notified = isTold ? CHANGES_PER_DOCUMENT * all : 0;
  return {
    created: all,
    uploaded: uploads,
    reported: all,
    "read back": all,
    compared: uploads,
    notified,
  };
}
