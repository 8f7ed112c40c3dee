import { type Page, readPage } from "@/lib/kernel/rules/page";
import type {
  AssetDocument,
  AssetDocumentFilter,
  AssetDocumentPosition,
  AssetDocuments,
} from "../ports/asset-documents";

/**
 * Returns a page of the documents with an asset identifier, newest first, even if no asset has that identifier. Changed
 * documents keep their position; new documents come before the first page.
 * @returns `nextAfter` null if there are no more documents
 */
export async function listAssetDocuments(
  ports: { assetDocuments: AssetDocuments },
  input: { filter: AssetDocumentFilter } & Page<AssetDocumentPosition>,
): Promise<{ items: readonly AssetDocument[]; nextAfter: AssetDocumentPosition | null }> {
  const list = (page: Page<AssetDocumentPosition>) => ports.assetDocuments.list(input.filter, page);
  return readPage(input, list, (last): AssetDocumentPosition => last);
}
