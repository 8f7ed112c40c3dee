import type { StagedDocumentRepository } from "@/lib/documents/ports";
import type { Failure } from "@/lib/documents/rules/staged-document";
import { STATUS, type Status } from "@/lib/documents/rules/status";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { DocumentTexts, FoundPages } from "../ports";

/** The pages read from a document so far. */
export interface ReadDocument extends FoundPages {
  /**
   * `pending` means that processing may still read it; `unread` means that nothing has been read, and nothing will be
   * read unless somebody requests it.
   */
  readonly state: "read" | "pending" | "unread";
  /** Why reading failed; null if it did not. */
  readonly failure: Failure | null;
}

/**
 * Lists the pages that processing has read from a document, from a given page on, as text; never the file's bytes.
 * @throws DomainError `staged-document-not-found`, `file-not-uploaded` if the document is waiting for its upload,
 * `content-gone` if the upload failed or the content was erased
 */
export async function listDocumentPages(
  ports: { documents: StagedDocumentRepository; documentTexts: DocumentTexts },
  { uuid, from, limit }: { uuid: string; from: number; limit: number },
): Promise<ReadDocument> {
  const document = await getStagedDocument(ports, uuid);
  const { status, file, failure } = document;
  if (status === STATUS.waitingForUpload) {
    throw new DomainError("file-not-uploaded", "The file has not been uploaded yet.");
  }
  if (!file || file.erasedAt) {
    throw new DomainError(
      "content-gone",
      "The content of this document was erased or never uploaded.",
    );
  }
  const found = await ports.documentTexts.findPages(document.uuid, from, limit);
  return { ...found, state: stateOf(status, found.total), failure };
}

const BEFORE_THE_END: readonly Status[] = [STATUS.uploadSuccessful, STATUS.processing];

function stateOf(status: Status, pagesRead: number): ReadDocument["state"] {
  if (BEFORE_THE_END.includes(status)) return "pending";
  return pagesRead > 0 ? "read" : "unread";
}
