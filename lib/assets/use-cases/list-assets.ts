import type {
  AssetFilter,
  AssetOverview,
  AssetOverviews,
  AssetPage,
} from "../ports/asset-overviews";

/** One page of the matching assets, as their tiles show them; `total` counts all matches. */
export async function listAssets(
  ports: { assetOverviews: AssetOverviews },
  input: { filter: AssetFilter } & AssetPage,
): Promise<{ items: readonly AssetOverview[]; total: number }> {
  const { filter, ...page } = input;
  return ports.assetOverviews.list(filter, page);
}
