import type { DocumentFilter, DocumentPage, DocumentPosition } from "../ports/document-list";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { StagedDocument } from "../rules/staged-document";

/**
 * One page of the documents that the filter leaves, by (updatedAt, uuid) ascending. A document that changes while
 * a client pages moves to the end, so it comes again and none is left out (decision 0021).
 * @returns `nextAfter` null when nothing more is there now
 */
export async function listStagedDocuments(
  ports: { documents: StagedDocumentRepository },
  input: { filter: DocumentFilter } & DocumentPage,
): Promise<{ items: readonly StagedDocument[]; nextAfter: DocumentPosition | null }> {
  const { filter, after, limit } = input;
  const found = await ports.documents.list(filter, { after, limit: limit + 1 });
  const items = found.slice(0, limit);
  return { items, nextAfter: found.length > limit ? (items.at(-1) ?? null) : null };
}
