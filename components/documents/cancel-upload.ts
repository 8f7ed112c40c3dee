import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";

/** The dependencies of `cancelUpload`. */
export interface UploadCancelling {
  /**
   * The upload in this tab; null if it runs in another tab or in another system. If an upload of this tab were cancelled
   * only on the server, it would be shown as failed here.
   */
  readonly own: { readonly id: string } | null;
  readonly uploads: { cancel(id: string): void };
  readonly call: (document: Pick<DocumentRow, "uuid">) => Promise<Pick<DocumentRow, "status">>;
}

/**
 * Cancels the upload of a document. An upload in this tab is only marked as cancelled: it calls the server itself as soon
 * as it can.
 * @returns the result as a sentence
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
  // The file may have arrived while the user was being asked to confirm.
  return status === STATUS.deleted ? DOCUMENT_TEXTS.removed(name) : DOCUMENT_TEXTS.cancelled(name);
}
