import type { Ports } from "@/lib/documents/ports/staged-documents";
import type { AssetFilter, AssetOrder, AssetOverview, Viewer } from "../ports/asset-overviews";

/** One page of the assets that the filter leaves, as their tiles show them; `total` counts all that it leaves. */
export async function listAssets(
  ports: Pick<Ports, "assetOverviews">,
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
