import type { StagedDocumentRecord } from "@/lib/client/answers";
import { CallFailure } from "@/lib/client/call-failure";
import { STATUS } from "@/lib/documents/rules/status";
import { stagedDocumentRecord } from "@/lib/http/documents/external-api-schemas";
import type { AnswerJournal, JournalEntry } from "../external-system/answer-journal";
import { assertKeyAccepted } from "../external-system/assert-reachable";
import type { CheckingClient } from "../external-system/checking-client";
import { historyProblem } from "../external-system/history-problem";
import { uploadSourceOf } from "../external-system/local-file";
import type { Sample } from "./samples";

/** One document that the demo is going to create. */
export interface PlannedDocument {
  readonly sample: Sample;
  readonly assetIdentifier: string;
  /** What the demo reports: 2 after an upload, 6 without one. */
  readonly wantedStatus: typeof STATUS.uploadSuccessful | typeof STATUS.uploadFailed;
}

/** What became of a planned document. */
export interface Outcome {
  readonly sample: Sample;
  /** As it was read back; null when it did not come to that. */
  readonly statusName: string | null;
  /** Of the bytes that were downloaded again; null when none were. */
  readonly sha256: string | null;
  /** What is not as it should be; null: nothing. */
  readonly problem: string | null;
  readonly seconds: number;
}

/** What uploading works with. */
export interface UploadTools {
  readonly client: CheckingClient;
  readonly journal: AnswerJournal;
  /** The name of each document that was created, by its uuid. */
  readonly documents: Map<string, string>;
}

/**
 * The three-phase upload as an external system does it, then a check that everything is as it was answered.
 * @throws CommandError when the key is refused; every other failure is an outcome
 */
export async function uploadAndCheck(
  tools: UploadTools,
  document: PlannedDocument,
): Promise<Outcome> {
  const startedMs = performance.now();
  const result = await createUploadReport(tools, document)
    .then((uuid) => readBack(tools.client, uuid, document))
    .catch((error: unknown) => {
      assertKeyAccepted(error);
      if (!(error instanceof CallFailure)) throw error;
      return { statusName: null, sha256: null, problem: error.message };
    });
  const seconds = (performance.now() - startedMs) / 1000;
  return { sample: document.sample, seconds, ...result };
}

async function createUploadReport(tools: UploadTools, document: PlannedDocument): Promise<string> {
  const { client, journal, documents } = tools;
  const { sample, assetIdentifier, wantedStatus } = document;
  const { name, sha256, sizeBytes } = sample;
  const onPassed = async (phase: JournalEntry["phase"], record: StagedDocumentRecord) => {
    const { uuid, status } = record;
    await journal.note({ uuid, phase, status, sha256, sizeBytes });
    documents.set(uuid, name);
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
  client: CheckingClient,
  uuid: string,
  { sample, wantedStatus }: PlannedDocument,
): Promise<Pick<Outcome, "statusName" | "sha256" | "problem">> {
  const record = await client.get(uuid);
  const history = await client.readHistory(uuid);
  const { status, statusName, file } = record;
  const sha256 = file && (await client.downloadSha256(uuid, sample.sizeBytes));
  const wanted = wantedStatus === STATUS.uploadSuccessful ? sample : null;
  const problems = [
    stagedDocumentRecord.safeParse(record).success ? null : "its record is not as promised",
    status === wantedStatus ? null : `it is at ${status} instead of ${wantedStatus}`,
    historyProblem(history, wantedStatus),
    !wanted || file?.size === wanted.sizeBytes
      ? null
      : `its size is given as ${file?.size ?? "unknown"} instead of ${wanted.sizeBytes}`,
    sha256 === (wanted?.sha256 ?? null) ? null : "the downloaded bytes are not the uploaded ones",
  ];
  return { statusName, sha256, problem: problems.find((problem) => problem !== null) ?? null };
}
