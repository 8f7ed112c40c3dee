import { STATUS } from "@/lib/domain/status";
import { loadEnvironmentFile, SettingsError } from "@/lib/env";
import { openAnswerJournal } from "./demo/answer-journal";
import { createDemoClient } from "./demo/demo-client";
import { readDemoOptions } from "./demo/demo-options";
import { handIn, type Outcome } from "./demo/hand-in";
import { type PlannedDocument, planDocuments } from "./demo/plan-documents";
import { createProgress, type PhaseCounts } from "./demo/progress";
import { renderSummary, renderTable } from "./demo/report-table";
import { findSamples } from "./demo/samples";
import { assertReachable } from "./external-system/assert-reachable";
import { CommandError } from "./external-system/command-error";
import { inParallel } from "./external-system/in-parallel";

const DOCUMENTS_AT_A_TIME = 4;

/**
 * Hands real PDF and DOCX files in as an external system would, knowing an address and an API key and nothing else: creates,
 * uploads, reports, reads back, downloads and compares. Exit code 1 when anything failed or came back different.
 */
async function demo(args: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const { access, count, journalFile } = await readDemoOptions(args);
  const samples = await findSamples();
  await assertReachable(access);
  const documents = planDocuments(samples, count ?? samples.length);
  print(`Handing in ${documents.length} documents at ${access.url}\n\n`);

  const progress = createProgress(process.stdout, totalsOf(documents));
  const client = createDemoClient(access, progress.pause);
  const journal = await openAnswerJournal(journalFile);
  const outcomes = await inParallel(documents, DOCUMENTS_AT_A_TIME, (document) =>
    handIn({ client, journal, onPassed: progress.pass }, document),
  ).finally(() => {
    progress.end();
    return journal.close();
  });

  const seconds = (performance.now() - startedMs) / 1000;
  const summary = renderSummary(outcomes, { seconds, pauses: progress.pauses() });
  print(`${renderTable(outcomes)}\n${summary}\n`);
  return outcomes.every(isAsWanted) ? 0 : 1;
}

const print = (text: string) => process.stdout.write(text);
const isAsWanted = ({ problem }: Outcome) => problem === null;

function totalsOf(documents: readonly PlannedDocument[]): PhaseCounts {
  const all = documents.length;
  const uploads = documents.filter(
    ({ wantedStatus }) => wantedStatus === STATUS.uploadSuccessful,
  ).length;
  return { created: all, uploaded: uploads, reported: all, "read back": all, compared: uploads };
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<number> {
  // The launcher reads the same file, so that both speak of the same address and folder.
  loadEnvironmentFile();
  return demo(process.argv.slice(2));
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  },
);
