import { STATUS } from "@/lib/domain/status";
import type { AnswerJournal, JournalEntry } from "./answer-journal";
import type { ApiClient, StagedDocumentRecord } from "./api-client";
import { CallFailure } from "./call-failures";
import { historyProblem } from "./history-problem";
import type { PlannedDocument } from "./plan-documents";
import type { Phase } from "./progress";

/** What became of a planned document. */
export interface Outcome {
  readonly document: PlannedDocument;
  /** As it was read back; null when it did not come to that. */
  readonly statusName: string | null;
  /** Of the bytes that were downloaded again; null when none were. */
  readonly sha256: string | null;
  /** What is not as it should be; null: nothing. */
  readonly problem: string | null;
  readonly seconds: number;
}

/** What handing in works with. */
export interface HandInTools {
  readonly api: ApiClient;
  readonly journal: AnswerJournal;
  /** Called when a document has passed a phase. */
  readonly onPassed: (phase: Phase) => void;
}

type Result = Pick<Outcome, "statusName" | "sha256" | "problem">;

/**
 * The three-phase upload as an external system does it, then the look whether all of it is true.
 * @throws DemoError when the key is refused; every other failure is an outcome
 */
export async function handIn(tools: HandInTools, document: PlannedDocument): Promise<Outcome> {
  const startedMs = performance.now();
  const result = await createUploadReport(tools, document)
    .then((uuid) => readBack(tools, uuid, document))
    .catch(failedResult);
  return { document, ...result, seconds: (performance.now() - startedMs) / 1000 };
}

async function createUploadReport(tools: HandInTools, document: PlannedDocument): Promise<string> {
  const { api, onPassed } = tools;
  const { sample, assetIdentifier, wantedStatus } = document;
  const { uuid, status, uploadSignedUrl } = await api.create({
    assetIdentifier,
    name: sample.name,
  });
  const { sha256, sizeBytes } = sample;
  const passed = async (phase: JournalEntry["phase"], statusNow: number) => {
    await tools.journal.note({ uuid, phase, status: statusNow, sha256, sizeBytes });
    onPassed(phase);
  };
  await passed("created", status);
  if (wantedStatus === STATUS.uploadSuccessful) {
    await api.upload(uploadSignedUrl, sample);
    await passed("uploaded", status);
  }
  const reported = await api.report(uuid, wantedStatus);
  await passed("reported", reported.status);
  return uuid;
}

async function readBack(
  { api, onPassed }: HandInTools,
  uuid: string,
  document: PlannedDocument,
): Promise<Result> {
  const record = await api.read(uuid);
  const history = await api.readHistory(uuid);
  onPassed("read back");
  const hasContent = record.file !== null;
  const sha256 = hasContent ? await api.downloadSha256(uuid, document.sample.sizeBytes) : null;
  if (hasContent) onPassed("compared");
  const problem = recordProblem(record, document) ?? historyProblem(history, document.wantedStatus);
  return {
    statusName: record.statusName,
    sha256,
    problem: problem ?? bytesProblem(sha256, document),
  };
}

function recordProblem(
  { status, file }: StagedDocumentRecord,
  { wantedStatus, sample }: PlannedDocument,
): string | null {
  if (status !== wantedStatus) return `it is at ${status} instead of ${wantedStatus}`;
  if (status !== STATUS.uploadSuccessful || file?.size === sample.sizeBytes) return null;
  return `its size is given as ${file?.size ?? "unknown"} instead of ${sample.sizeBytes}`;
}

function bytesProblem(
  sha256: string | null,
  { wantedStatus, sample }: PlannedDocument,
): string | null {
  const wanted = wantedStatus === STATUS.uploadSuccessful ? sample.sha256 : null;
  return sha256 === wanted ? null : "the downloaded bytes are not the uploaded ones";
}

function failedResult(error: unknown): Result {
  if (!(error instanceof CallFailure)) throw error;
  return { statusName: null, sha256: null, problem: error.message };
}
