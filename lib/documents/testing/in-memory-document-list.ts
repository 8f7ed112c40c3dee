import type { DocumentFilter, DocumentPage, DocumentPosition } from "../ports";
import type { StagedDocument } from "../rules/staged-document";
import { isFoundBy } from "./in-memory-search";

/** Lists documents from an array, in the same order as PostgreSQL. */
export function listInMemory(
  documents: readonly StagedDocument[],
  filter: DocumentFilter,
  { after, limit }: DocumentPage,
): readonly StagedDocument[] {
  return documents
    .filter((document) => matches(document, filter))
    .filter((document) => !after || compare(document, after) > 0)
    .sort(compare)
    .slice(0, limit);
}

function matches(document: StagedDocument, filter: DocumentFilter): boolean {
  const { assetIdentifier, status, updatedSince, words, documentClass } = filter;
  return (
    (assetIdentifier === null || document.assetIdentifier === assetIdentifier) &&
    (status === null || document.status === status) &&
    (updatedSince === null || document.updatedAt >= updatedSince) &&
    (documentClass === undefined || document.classification?.documentClass === documentClass) &&
    (words === undefined || isFoundBy(document, words))
  );
}

function compare(a: DocumentPosition, b: DocumentPosition): number {
  const difference = a.updatedAt.getTime() - b.updatedAt.getTime();
  if (difference !== 0) return difference;
  if (a.uuid === b.uuid) return 0;
  return a.uuid < b.uuid ? -1 : 1;
}
