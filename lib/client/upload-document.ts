import { STATUS } from "../documents/rules/status";
import type { CreatedRecord, NewDocument, StagedDocumentRecord } from "./answers";
import { ApiProblem, CallFailure } from "./call-failure";
import type { Caller } from "./caller";
import type { DocumentCalls } from "./document-calls";
import { putFile, type UploadProgress, UploadRefusal, type UploadSource } from "./put-file";

/** What a document passes while it is handed in. */
export type HandInPhase = "created" | "uploaded" | "reported";

/** How a file is handed in. */
export interface HandInOptions extends NewDocument {
  readonly signal?: AbortSignal | undefined;
  /** A second hand-in with the same key within 24 h goes on with the same document. Absent: one is made. */
  readonly idempotencyKey?: string | undefined;
  /** A document of the same file that an earlier, interrupted hand-in created: it is finished, none is created. */
  readonly uuid?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called with each phase that is answered; the next one begins when it has resolved. */
  readonly onPassed?: (phase: HandInPhase, record: StagedDocumentRecord) => unknown;
  /**
   * Whether 6 is reported when the upload fails in the end, which closes the document for good: never (the default; it can be
   * finished later by its uuid), or when a later attempt could not succeed either. An abort is never reported.
   */
  readonly reportFailure?: "never" | "when-refused" | "always";
}

/** What handing in works with. */
export interface HandInTools {
  readonly caller: Caller;
  readonly documents: DocumentCalls;
  readonly fetch: typeof fetch;
}

/**
 * The three phases: creates, uploads, reports 2. A lost answer never makes a second document; a failed upload is attempted again
 * with a fresh URL. A document that an earlier hand-in finished, even with 6, is answered as it is, without an upload.
 * @throws ApiProblem, CallFailure, or the reason of the signal
 */
export async function handIn(
  tools: HandInTools,
  file: UploadSource,
  options: HandInOptions,
): Promise<StagedDocumentRecord> {
  const { documents } = tools;
  const { signal, onPassed, reportFailure = "never" } = options;
  const begun = await begin(documents, options);
  await onPassed?.("created", begun);
  if (begun.status !== STATUS.waitingForUpload) return begun;
  try {
    await upload(tools, begun, file, options);
    await onPassed?.("uploaded", begun);
    const reported = await documents.report(
      begun.uuid,
      { status: STATUS.uploadSuccessful },
      { signal },
    );
    await onPassed?.("reported", reported);
    return reported;
  } catch (error) {
    if (isToReport(error, reportFailure)) {
      // The upload's failure is what the caller must hear; a document whose report fails too expires by itself.
      await documents.report(begun.uuid, { status: STATUS.uploadFailed }).catch(() => undefined);
    }
    throw error;
  }
}

async function begin(
  documents: DocumentCalls,
  { uuid, assetIdentifier, name, idempotencyKey, signal }: HandInOptions,
): Promise<CreatedRecord> {
  if (uuid === undefined) {
    return documents.create({ assetIdentifier, name }, { idempotencyKey, signal });
  }
  const record = await documents.get(uuid, { signal });
  if (record.status !== STATUS.waitingForUpload) return record;
  return finishUploaded(documents, uuid, signal);
}

/** The bytes may be there already: then the report is all that was missing. */
async function finishUploaded(
  documents: DocumentCalls,
  uuid: string,
  signal: AbortSignal | undefined,
): Promise<CreatedRecord> {
  try {
    return await documents.report(uuid, { status: STATUS.uploadSuccessful }, { signal });
  } catch (error) {
    if (!(error instanceof ApiProblem && NEEDS_UPLOAD.includes(error.code))) throw error;
    return documents.uploadUrl(uuid, { signal });
  }
}

const NEEDS_UPLOAD: readonly ApiProblem["code"][] = [
  "file-not-uploaded",
  "file-empty",
  "file-too-large",
  "file-changed",
];

async function upload(
  { caller, documents, fetch }: HandInTools,
  { uuid, uploadSignedUrl }: CreatedRecord,
  file: UploadSource,
  { signal, onProgress }: HandInOptions,
): Promise<void> {
  const freshUrl = async () => (await documents.uploadUrl(uuid, { signal })).uploadSignedUrl;
  let url = uploadSignedUrl ?? (await freshUrl());
  const put = () => putFile(fetch, url, file, { signal, onProgress });
  await caller.repeat(async (attemptNumber) => {
    if (attemptNumber > 1) url = await freshUrl();
    try {
      await put();
    } catch (error) {
      if (!(error instanceof UploadRefusal && error.isUrlRefused)) throw error;
      url = await freshUrl();
      await put();
    }
  }, signal);
}

function isToReport(
  error: unknown,
  reportFailure: NonNullable<HandInOptions["reportFailure"]>,
): boolean {
  if (reportFailure === "never" || !(error instanceof CallFailure)) return false;
  return reportFailure === "always" || !error.isTransient;
}
