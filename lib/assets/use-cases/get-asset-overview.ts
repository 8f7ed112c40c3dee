import type { AssetOverview, AssetOverviews, Viewer } from "../ports/asset-overviews";
import type { Asset } from "../ports/assets";

/** The asset that was just written, as this viewer's tile shows it. */
export async function getAssetOverview(
  ports: { assetOverviews: AssetOverviews },
  { identifier }: Pick<Asset, "identifier">,
  viewer: Viewer,
): Promise<AssetOverview> {
  const overview = await ports.assetOverviews.findByIdentifier(identifier, viewer);
  if (!overview) throw new Error("an asset is missing, although assets are never deleted");
  return overview;
}
