import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";

/** How an upload is cancelled. */
export interface UploadCancelling {
  /** Of this tab, null: of another one or of a system. Cancelled only at the server, it would count as failed here. */
  readonly own: { readonly id: string } | null;
  readonly uploads: { cancel(id: string): void };
  readonly call: (document: Pick<DocumentRow, "uuid">) => Promise<Pick<DocumentRow, "status">>;
}

/**
 * Cancels the upload of a document. One of this tab is only begun to be cancelled: the server is asked as soon as it can be.
 * @returns what came of it, as a sentence
 * @throws CockpitProblem
 */
export async function cancelUpload(
  { own, uploads, call }: UploadCancelling,
  { uuid, name }: Pick<DocumentRow, "uuid" | "name">,
): Promise<string> {
  if (own) {
    uploads.cancel(own.id);
    return DOCUMENT_TEXTS.cancelling(name);
  }
  const { status } = await call({ uuid });
  // The file may have arrived after the question was asked.
  return status === STATUS.deleted ? DOCUMENT_TEXTS.removed(name) : DOCUMENT_TEXTS.cancelled(name);
}
