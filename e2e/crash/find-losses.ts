import type { JournalEntry } from "@/cli/external-system/answer-journal";
import { type CheckingClient, historyProblem } from "@/cli/external-system/checking-client";
import { inParallel } from "@/cli/external-system/in-parallel";
import type { StagedDocumentRecord } from "@/lib/client/answers";
import { CallFailure } from "@/lib/client/call-failure";
import { STATUS } from "@/lib/documents/rules/status";

/** A document whose current state does not match what was confirmed. */
export interface Loss {
  readonly uuid: string;
  readonly what: string;
}

/** The calls that check the product's state. */
export type Witness = Pick<CheckingClient, "get" | "report" | "readHistory" | "downloadSha256">;

const DOCUMENTS_AT_A_TIME = 4;

/**
 * Compares everything that was confirmed with what the product returns now: a document must exist, with the reported
 * status, exactly the uploaded bytes and a complete history. A document that was uploaded but not reported is reported
 * first, and the report must be accepted.
 */
export async function findLosses(api: Witness, entries: readonly JournalEntry[]): Promise<Loss[]> {
  const documents = [...groupByDocument(entries)];
  const losses = await inParallel(documents, DOCUMENTS_AT_A_TIME, async ([uuid, answers]) => {
    const what = await findLoss(api, uuid, answers);
    return what === null ? [] : [{ uuid, what }];
  });
  return losses.flat();
}

function groupByDocument(entries: readonly JournalEntry[]): Map<string, JournalEntry[]> {
  const documents = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    documents.set(entry.uuid, [...(documents.get(entry.uuid) ?? []), entry]);
  }
  return documents;
}

async function findLoss(
  api: Witness,
  uuid: string,
  answers: readonly JournalEntry[],
): Promise<string | null> {
  const last = answers.at(-1);
  if (!last) return null;
  if (new Set(answers.map(({ phase }) => phase)).size < answers.length)
    return "its uuid was given to two documents";
  try {
    const record = await readAsAnswered(api, uuid, last);
    if (last.phase === "reported" && record.status !== last.status) {
      return `its status is ${record.status}, but ${last.status} was reported`;
    }
    return (
      historyProblem(await api.readHistory(uuid), record.status) ??
      (await bytesProblem(api, record, last))
    );
  } catch (error) {
    if (error instanceof CallFailure) return error.message;
    throw error;
  }
}

function readAsAnswered(
  api: Witness,
  uuid: string,
  last: JournalEntry,
): Promise<StagedDocumentRecord> {
  return last.phase === "uploaded"
    ? api.report(uuid, { status: STATUS.uploadSuccessful })
    : api.get(uuid);
}

async function bytesProblem(
  api: Witness,
  { uuid, status, file }: StagedDocumentRecord,
  { sha256, sizeBytes }: JournalEntry,
): Promise<string | null> {
  if (status !== STATUS.uploadSuccessful) return null;
  if (file?.size !== sizeBytes) return `its size is ${file?.size ?? "unknown"}, not ${sizeBytes}`;
  const found = await api.downloadSha256(uuid, sizeBytes);
  return found === sha256 ? null : `its bytes have the SHA-256 ${found}, not ${sha256}`;
}
