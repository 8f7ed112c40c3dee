import type { StagedDocumentRecord } from "@/lib/client/answers";
import { CallFailure } from "@/lib/client/call-failure";
import type { UploadPhase } from "@/lib/client/upload-document";
import { STATUS } from "@/lib/documents/rules/status";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import { assertKeyAccepted } from "../external-system/assert-reachable";
import { uploadSourceOf } from "../external-system/local-file";
import type { AnswerJournal } from "./answer-journal";
import type { DemoClient } from "./demo-client";
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
  readonly client: DemoClient;
  readonly journal: AnswerJournal;
  /** Called with each document that exists from now on. */
  readonly onCreated: (uuid: string, name: string) => void;
  /** Called when a document has passed a phase. */
  readonly onPassed: (phase: Phase) => void;
}

type Result = Pick<Outcome, "statusName" | "sha256" | "problem">;

/**
 * The three-phase upload as an external system does it, then the look whether all of it is true.
 * @throws CommandError when the key is refused; every other failure is an outcome
 */
export async function handIn(tools: HandInTools, document: PlannedDocument): Promise<Outcome> {
  const startedMs = performance.now();
  const result = await createUploadReport(tools, document)
    .then((uuid) => readBack(tools, uuid, document))
    .catch(failedResult);
  return { document, ...result, seconds: (performance.now() - startedMs) / 1000 };
}

async function createUploadReport(tools: HandInTools, document: PlannedDocument): Promise<string> {
  const { client, journal, onCreated, onPassed: onPhase } = tools;
  const { sample, assetIdentifier, wantedStatus } = document;
  const { name, sha256, sizeBytes } = sample;
  const onPassed = async (phase: UploadPhase, { uuid, status }: StagedDocumentRecord) => {
    await journal.note({ uuid, phase, status, sha256, sizeBytes });
    if (phase === "created") onCreated(uuid, name);
    onPhase(phase);
  };
  if (wantedStatus === STATUS.uploadSuccessful) {
    const file = uploadSourceOf(sample);
    return (await client.handIn(file, { assetIdentifier, name, onPassed })).uuid;
  }
  const created = await client.create({ assetIdentifier, name });
  await onPassed("created", created);
  await onPassed("reported", await client.report(created.uuid, { status: wantedStatus }));
  return created.uuid;
}

async function readBack(
  { client, onPassed }: HandInTools,
  uuid: string,
  document: PlannedDocument,
): Promise<Result> {
  const record = await client.get(uuid);
  const history = await client.readHistory(uuid);
  onPassed("read back");
  const hasContent = record.file !== null;
  const sha256 = hasContent ? await client.downloadSha256(uuid, document.sample.sizeBytes) : null;
  if (hasContent) onPassed("compared");
  const problem = recordProblem(record, document) ?? historyProblem(history, document.wantedStatus);
  return {
    statusName: record.statusName,
    sha256,
    problem: problem ?? bytesProblem(sha256, document),
  };
}

function recordProblem(
  record: StagedDocumentRecord,
  { wantedStatus, sample }: PlannedDocument,
): string | null {
  if (!stagedDocumentRecord.safeParse(record).success) return "its record is not as promised";
  const { status, file } = record;
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
  assertKeyAccepted(error);
  if (!(error instanceof CallFailure)) throw error;
  return { statusName: null, sha256: null, problem: error.message };
}
