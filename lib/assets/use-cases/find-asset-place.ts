import type { AssetOverview, AssetOverviews, DocumentsAt, Viewer } from "../ports/asset-overviews";

/** What is at one identifier. */
export interface AssetPlace extends DocumentsAt {
  readonly identifier: string;
  /** null: documents may name it, but no asset has it. */
  readonly asset: AssetOverview | null;
}

/** Finds what is at an identifier, assigned or not; one that nothing names is an empty place, not an error. */
export async function findAssetPlace(
  ports: { assetOverviews: AssetOverviews },
  { identifier, viewer }: { identifier: string; viewer: Viewer },
): Promise<AssetPlace> {
  const asset = await ports.assetOverviews.findByIdentifier(identifier, viewer);
  const { counts, newest } = asset ?? (await ports.assetOverviews.documentsAt(identifier));
  return { identifier, asset, counts, newest };
}
