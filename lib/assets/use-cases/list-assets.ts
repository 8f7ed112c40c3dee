import type {
  AssetFilter,
  AssetOverview,
  AssetOverviews,
  AssetPage,
} from "../ports/asset-overviews";

/** Returns a page of the matching assets with the data that their tiles show; `total` counts all matches. */
export async function listAssets(
  ports: { assetOverviews: AssetOverviews },
  input: { filter: AssetFilter } & AssetPage,
): Promise<{ items: readonly AssetOverview[]; total: number }> {
  const { filter, ...page } = input;
  return ports.assetOverviews.list(filter, page);
}
