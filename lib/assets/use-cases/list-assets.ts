import type {
  AssetFilter,
  AssetOrder,
  AssetOverview,
  AssetOverviews,
  Viewer,
} from "../ports/asset-overviews";

/** One page of the assets that the filter leaves, as their tiles show them; `total` counts all that it leaves. */
export async function listAssets(
  ports: { assetOverviews: AssetOverviews },
  input: {
    filter: AssetFilter;
    order: AssetOrder;
    offset: number;
    limit: number;
    viewer: Viewer;
  },
): Promise<{ items: readonly AssetOverview[]; total: number }> {
  const { filter, ...page } = input;
  return ports.assetOverviews.list(filter, page);
}
