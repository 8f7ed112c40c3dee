import type {
  AssetDocument,
  AssetDocumentFilter,
  AssetDocumentPosition,
  AssetDocuments,
} from "../ports/asset-documents";

/**
 * One page of the documents of an asset identifier, newest first, whether or not an asset has it. Documents that change
 * stay where they are; new ones come before the first page.
 * @returns `nextAfter` null when nothing more is there
 */
export async function listAssetDocuments(
  ports: { assetDocuments: AssetDocuments },
  input: { filter: AssetDocumentFilter; after: AssetDocumentPosition | null; limit: number },
): Promise<{ items: readonly AssetDocument[]; nextAfter: AssetDocumentPosition | null }> {
  const { filter, after, limit } = input;
  const found = await ports.assetDocuments.list(filter, { after, limit: limit + 1 });
  const items = found.slice(0, limit);
  return { items, nextAfter: found.length > limit ? (items.at(-1) ?? null) : null };
}
