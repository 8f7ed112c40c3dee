import type { UploadEntry } from "./upload-entry";

/** The working data of an entry, kept between attempts. */
export interface UploadWork {
  /** null after a reload, until the file is provided again. */
  file: File | null;
  /** A file provided again while the upload is being checked after a reload; null otherwise. */
  provided: { readonly file: File; readonly entry: UploadEntry } | null;
  /** The same key never creates a second document. */
  idempotencyKey: string;
  cancellation: AbortController;
  /** Whether the object store has accepted the bytes of exactly this file for the current document. */
  isFileSent: boolean;
  /** Whether the document may still await its upload after a failure; a new attempt then continues with that document. */
  isDocumentOpen: boolean;
}

/** Creates the working data of a new upload. */
export function newWork(idempotencyKey: string): UploadWork {
  const cancellation = new AbortController();
  return {
    file: null,
    provided: null,
    idempotencyKey,
    cancellation,
    isFileSent: false,
    isDocumentOpen: false,
  };
}
