import { readPage } from "@/lib/kernel/rules/page";
import type { DocumentFilter, DocumentPage, DocumentPosition } from "../ports/document-list";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { StagedDocument } from "../rules/staged-document";

/**
 * Lists one page of the matching documents, in ascending order of (updatedAt, uuid). A document that changes during
 * paging moves to the end, so it appears again and no document is skipped (decision 0021).
 * @returns the page; `nextAfter` is null if there are no more documents at the moment
 */
export async function listStagedDocuments(
  ports: { documents: StagedDocumentRepository },
  input: { filter: DocumentFilter } & DocumentPage,
): Promise<{ items: readonly StagedDocument[]; nextAfter: DocumentPosition | null }> {
  const list = (page: DocumentPage) => ports.documents.list(input.filter, page);
  return readPage(input, list, (last): DocumentPosition => last);
}
