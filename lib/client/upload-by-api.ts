import { STATUS } from "../documents/rules/status";
import type { CreatedRecord, NewDocument, StagedDocumentRecord, UploadableRecord } from "./answers";
import { CallFailure } from "./call-failure";
import type { Caller } from "./caller";
import { type DocumentCalls, pathOf } from "./document-calls";
import { putFile, type UploadProgress, type UploadSource } from "./put-file";
import type { SizeSuspicion } from "./size-suspicion";
import { type UploadPhase, uploadDocument } from "./upload-document";

/** How a file is uploaded. */
export interface UploadOptions extends NewDocument {
  readonly signal?: AbortSignal | undefined;
  /** A second upload with the same key within 24 h goes on with the same document. Absent: one is made. */
  readonly idempotencyKey?: string | undefined;
  /** A document of the same file that an earlier, interrupted upload created: it is finished, none is created. */
  readonly uuid?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Called with each phase that is answered; the next one begins when it has resolved. */
  readonly onPassed?: (phase: UploadPhase, record: StagedDocumentRecord) => unknown;
  /**
   * Whether 6 is reported when the upload fails in the end, which closes the document permanently: never (the default; it can
   * be finished later by its uuid), or when a later attempt could not succeed either. An abort is never reported.
   */
  readonly reportFailure?: "never" | "when-refused" | "always";
}

/** What uploads by the API work with. */
export interface UploadTools {
  readonly caller: Caller;
  readonly documents: DocumentCalls;
  readonly fetch: typeof globalThis.fetch;
  readonly sizes: SizeSuspicion;
}

/**
 * The three phases by the external API's calls. A lost answer never makes a second document. A document that an earlier upload
 * finished, even with 6, is answered as it is.
 * @throws ApiProblem, CallFailure, or the reason of the signal
 */
export function uploadByApi(
  { caller, documents, fetch, sizes }: UploadTools,
  file: UploadSource,
  options: UploadOptions,
): Promise<StagedDocumentRecord> {
  const { uuid: earlierUuid, signal, onPassed, onProgress, reportFailure = "never" } = options;
  const { assetIdentifier, name, idempotencyKey } = options;
  return uploadDocument<StagedDocumentRecord>(
    {
      begin: async () => {
        const document: CreatedRecord =
          earlierUuid === undefined
            ? await documents.create({ assetIdentifier, name }, { idempotencyKey, signal })
            : await documents.get(earlierUuid, { signal });
        return { document, uploadSignedUrl: document.uploadSignedUrl };
      },
      renewUrl: async (uuid) => {
        const request = { method: "POST", path: `${pathOf(uuid)}/upload-url`, signal } as const;
        return (await caller.json<UploadableRecord>(request, 200, "never")).uploadSignedUrl;
      },
      put: async (url) => {
        await putFile(fetch, url, file, { signal, onProgress });
        sizes.noteArrived(file.size);
      },
      isSizeSuspected: (url) => sizes.isLikely(url, file.size, signal),
      // An abort ends the report of 2; the report of 6 comes after everything else.
      report: (uuid, { status }) =>
        documents.report(uuid, { status }, status === STATUS.uploadFailed ? {} : { signal }),
      repeat: (attempt) => caller.repeat(attempt, signal),
    },
    {
      mayBeSent: earlierUuid !== undefined,
      signal,
      onPassed,
      reportOf: (error) =>
        isToReport(error, reportFailure) ? { status: STATUS.uploadFailed } : null,
    },
  );
}

function isToReport(error: unknown, when: NonNullable<UploadOptions["reportFailure"]>): boolean {
  if (when === "never" || !(error instanceof CallFailure)) return false;
  return when === "always" || !error.isTransient;
}
