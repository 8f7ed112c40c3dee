import { DomainError } from "@/lib/kernel/rules/errors";
import type { AssetOverview, AssetOverviews, DocumentsAt, Viewer } from "../ports/asset-overviews";

/** The asset and the documents with one identifier. */
export interface AssetPlace extends DocumentsAt {
  readonly identifier: string;
  /** null if no asset has the identifier and only documents have it. */
  readonly asset: AssetOverview | null;
}

/**
 * Finds an asset with or without documents, or documents without an asset, by identifier.
 * @throws DomainError `asset-not-found` if neither exists
 */
export async function findAssetPlace(
  ports: { assetOverviews: AssetOverviews },
  { identifier, viewer }: { identifier: string; viewer: Viewer },
): Promise<AssetPlace> {
  const asset = await ports.assetOverviews.findByIdentifier(identifier, viewer);
  const { counts, newest } = asset ?? (await ports.assetOverviews.documentsAt(identifier));
  if (!asset && newest === null) {
    throw new DomainError(
      "asset-not-found",
      "No asset and no document has this identifier. Check it, or search in the cockpit.",
    );
  }
  return { identifier, asset, counts, newest };
}
