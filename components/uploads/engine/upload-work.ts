/** What an entry needs to be worked on; it outlives the attempts. */
export interface UploadWork {
  /** null: the page was reloaded, and the file must be given again. */
  file: File | null;
  /** The same key never makes a second document. */
  idempotencyKey: string;
  cancellation: AbortController;
  /** Whether the object store took the bytes of this very file, for the document that it has now. */
  isFileSent: boolean;
  /** Whether its document may still wait for its upload after a failure: another attempt goes on with it. */
  isDocumentOpen: boolean;
}

/** Work that nobody has begun. */
export function newWork(idempotencyKey: string): UploadWork {
  const cancellation = new AbortController();
  return { file: null, idempotencyKey, cancellation, isFileSent: false, isDocumentOpen: false };
}
