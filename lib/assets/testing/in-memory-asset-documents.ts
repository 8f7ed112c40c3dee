import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { InMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import type { AssetDocumentFilter, AssetDocumentPosition, AssetDocuments } from "../ports";

/** Lists an asset identifier's documents from in-memory documents, in the same order as PostgreSQL. */
export function createInMemoryAssetDocuments(
  documents: Pick<InMemoryDocuments, "all" | "history">,
): AssetDocuments {
  return {
    list: async (filter, { after, limit }) =>
      documents
        .all()
        .filter((document) => matches(document, filter))
        .filter((document) => !after || newestFirst(document, after) > 0)
        .toSorted(newestFirst)
        .slice(0, limit)
        .map((document) => ({
          ...document,
          createdBy: documents.history.of(document.uuid)[0]?.actor ?? "",
        })),
  };
}

function matches(document: StagedDocument, filter: AssetDocumentFilter): boolean {
  const text = filter.text?.toLowerCase() ?? "";
  const { name, folder } = document;
  return (
    document.assetIdentifier === filter.assetIdentifier &&
    (filter.status === null || document.status === filter.status) &&
    [name, folder ?? ""].some((words) => words.toLowerCase().includes(text))
  );
}

function newestFirst(a: AssetDocumentPosition, b: AssetDocumentPosition): number {
  const difference = b.createdAt.getTime() - a.createdAt.getTime();
  if (difference !== 0) return difference;
  if (a.uuid === b.uuid) return 0;
  return a.uuid < b.uuid ? 1 : -1;
}
