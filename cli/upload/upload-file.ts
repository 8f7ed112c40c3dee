import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { StagedDocumentRecord } from "@/lib/client/answers";
import { ApiProblem, CallFailure } from "@/lib/client/call-failure";
import type { UploadProgress } from "@/lib/client/put-file";
import type { StagedoorClient } from "@/lib/client/stagedoor-client";
import { fileNameProblem } from "@/lib/documents/rules/staged-document";
import { STATUS } from "@/lib/documents/rules/status";
import { assertKeyAccepted } from "../external-system/assert-reachable";
import { uploadSourceOf } from "../external-system/local-file";
import type { FoundFile } from "./find-files";
import type { EarlierRun, JournalKey, UploadJournal } from "./upload-journal";

/** The outcome for a file. */
export interface FileOutcome {
  readonly file: FoundFile;
  readonly result: "uploaded" | "finished" | "there already" | "interrupted" | "FAILED";
  readonly uuid: string | null;
  /** A sentence, or null if there is no problem. */
  readonly problem: string | null;
  readonly seconds: number;
}

/** The dependencies of an upload. */
export interface UploadTools {
  readonly client: StagedoorClient;
  readonly journal: UploadJournal;
  /** The address of the Stagedoor. */
  readonly url: string;
  readonly assetIdentifier: string;
  /** Aborts the command. Unfinished uploads are left as they are. */
  readonly signal: AbortSignal;
  readonly onProgress: (file: FoundFile, progress: UploadProgress) => void;
}

type Result = Pick<FileOutcome, "result" | "uuid" | "problem">;

/**
 * Uploads one file, or finishes an upload that an earlier run started for the same content at the same path.
 * @throws CommandError if the key is rejected; every other failure is an outcome
 */
export async function uploadFile(tools: UploadTools, file: FoundFile): Promise<FileOutcome> {
  const startedMs = performance.now();
  const result = await uploadOnce(tools, file).catch((error: unknown) => resultOf(error, tools));
  return { file, ...result, seconds: (performance.now() - startedMs) / 1000 };
}

async function uploadOnce(tools: UploadTools, file: FoundFile): Promise<Result> {
  tools.signal.throwIfAborted();
  assertPossible(file);
  const { url, assetIdentifier, journal } = tools;
  const sha256 = await digestOf(file, tools.signal);
  const key: JournalKey = { url, assetIdentifier, path: file.shownPath, sha256 };
  let earlier = journal.recall(key);
  for (;;) {
    const { uuid, status } = await handInOrResume(tools, file, { key, earlier });
    if (status !== STATUS.uploadFailed) return { result: resultFor(earlier), uuid, problem: null };
    // The document expired in the meantime or is missing, so a new document replaces it.
    await journal.note({ ...key, uuid, phase: "failed" });
    earlier = { uuid: null, isReported: false, failures: earlier.failures + 1 };
  }
}

function resultFor({ uuid, isReported }: EarlierRun): FileOutcome["result"] {
  if (isReported) return "there already";
  return uuid === null ? "uploaded" : "finished";
}

async function handInOrResume(
  { client, journal, signal, onProgress }: UploadTools,
  file: FoundFile,
  { key, earlier }: { readonly key: JournalKey; readonly earlier: EarlierRun },
): Promise<Pick<StagedDocumentRecord, "uuid" | "status">> {
  try {
    return await client.handIn(uploadSourceOf(file), {
      assetIdentifier: key.assetIdentifier,
      name: basename(file.path),
      uuid: earlier.uuid ?? undefined,
      idempotencyKey: idempotencyKeyOf(key, earlier),
      signal,
      reportFailure: "when-refused",
      onProgress: (progress) => onProgress(file, progress),
      onPassed: async (phase, { uuid, status }) => {
        if (status === STATUS.uploadFailed) return;
        const isDone = status !== STATUS.waitingForUpload;
        await journal.note({ ...key, uuid, phase: isDone ? "reported" : phase });
      },
    });
  } catch (error) {
    // The database does not contain a document in the journal, for example after a restore.
    const isGone = error instanceof ApiProblem && error.code === "staged-document-not-found";
    if (!isGone || earlier.uuid === null) throw error;
    return { uuid: earlier.uuid, status: STATUS.uploadFailed };
  }
}

/** Checks the size of a file. @throws CallFailure for files that Stagedoor would reject anyway */
function assertPossible({ sizeBytes, path }: FoundFile): void {
  const problem = fileNameProblem(basename(path));
  if (problem) throw new CallFailure(`The file name ${problem}`);
  if (sizeBytes === 0) throw new CallFailure("The file is empty");
}

async function digestOf({ path }: FoundFile, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path, { signal })) hash.update(chunk);
  } catch (cause) {
    signal.throwIfAborted();
    throw new CallFailure("The file cannot be read", { cause });
  }
  return hash.digest("hex");
}

/**
 * Returns the same key for the same content, path and asset, so that a run without its journal does not create a second
 * document within 24 h.
 */
function idempotencyKeyOf(
  { url, assetIdentifier, path, sha256 }: JournalKey,
  { failures }: EarlierRun,
): string {
  const parts = JSON.stringify([url, assetIdentifier, path, sha256, failures]);
  return createHash("sha256").update(parts).digest("hex");
}

function resultOf(error: unknown, { signal }: UploadTools): Result {
  if (signal.aborted) return { result: "interrupted", uuid: null, problem: null };
  assertKeyAccepted(error);
  if (!(error instanceof CallFailure)) throw error;
  return { result: "FAILED", uuid: null, problem: error.message };
}
