import type {
  AssetFilter,
  AssetOverview,
  AssetOverviews,
  AssetPage,
} from "../ports/asset-overviews";

/** One page of the assets that the filter leaves, as their tiles show them; `total` counts all that it leaves. */
export async function listAssets(
  ports: { assetOverviews: AssetOverviews },
  input: { filter: AssetFilter } & AssetPage,
): Promise<{ items: readonly AssetOverview[]; total: number }> {
  const { filter, ...page } = input;
  return ports.assetOverviews.list(filter, page);
}
