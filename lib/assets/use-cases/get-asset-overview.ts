import type { AssetOverview, AssetOverviews, Viewer } from "../ports/asset-overviews";
import type { Asset } from "../ports/assets";

/** Returns the asset that was just written with the data that this viewer's tile shows. */
export async function getAssetOverview(
  ports: { assetOverviews: AssetOverviews },
  { identifier }: Pick<Asset, "identifier">,
  viewer: Viewer,
): Promise<AssetOverview> {
  const overview = await ports.assetOverviews.findByIdentifier(identifier, viewer);
  if (!overview) throw new Error("an asset is missing, although assets are never deleted");
  return overview;
}
