import { STATUS } from "@/lib/documents/rules/status";
import type { AwaitedUpload, DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import type { CallCockpit } from "../../api/call-cockpit";

/** A file that is about to be uploaded. */
export interface AnnouncedFile {
  readonly assetIdentifier: string;
  readonly name: string;
  readonly folder: string | null;
  readonly size: number;
}

/** Why an upload failed, for the document. */
export interface ReportedFailure {
  /** Kebab-case, at most 64 characters. */
  readonly code: string;
  /** A sentence of at most 1000 characters. */
  readonly message: string;
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The calls that the three phases of an upload consist of, each made once; a failing one throws CockpitProblem. */
export interface CockpitDocumentCalls {
  /** The same key with the same file answers the same document. */
  announce(file: AnnouncedFile, idempotencyKey: string): Promise<AwaitedUpload>;
  /** A fresh URL for a document that waits for its upload. */
  renew(uuid: string, size: number, options?: CallOptions): Promise<AwaitedUpload>;
  /** Harmless to repeat. */
  reportUploaded(uuid: string, options?: CallOptions): Promise<DocumentRow>;
  /** Harmless to repeat. */
  reportFailed(uuid: string, failure: ReportedFailure): Promise<DocumentRow>;
  /** Cancels what waits for its upload, deletes what is uploaded. */
  cancel(uuid: string): Promise<DocumentRow>;
}

const DOCUMENTS = "/api/cockpit/documents";
const pathOf = (uuid: string) => `${DOCUMENTS}/${encodeURIComponent(uuid)}`;

/** The calls, made by a caller. */
export function createCockpitDocumentCalls(call: CallCockpit): CockpitDocumentCalls {
  return {
    announce: (file, idempotencyKey) =>
      call("POST", DOCUMENTS, { body: file, headers: { "idempotency-key": idempotencyKey } }),
    renew: (uuid, size, { signal } = {}) =>
      call("POST", `${pathOf(uuid)}/upload-url`, { body: { size }, signal }),
    reportUploaded: (uuid, { signal } = {}) =>
      call("PUT", pathOf(uuid), { body: { status: STATUS.uploadSuccessful }, signal }),
    reportFailed: (uuid, failure) =>
      call("PUT", pathOf(uuid), { body: { status: STATUS.uploadFailed, failure } }),
    cancel: (uuid) => call("DELETE", pathOf(uuid)),
  };
}
