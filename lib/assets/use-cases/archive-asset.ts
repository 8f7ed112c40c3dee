import type { AssetOverview, Viewer } from "../ports/asset-overviews";
import { type ChangeAssetPorts, changeAsset } from "./change-asset";

/**
 * Archives an asset, or brings it back; repeatable. Its documents stay where they are, and new ones are taken all the same:
 * only the cockpit's first view leaves it out.
 * @throws DomainError `asset-not-found`
 */
export async function archiveAsset(
  ports: ChangeAssetPorts,
  input: { id: string; isArchived: boolean; viewer: Viewer },
): Promise<AssetOverview> {
  const given = { isArchived: input.isArchived, at: ports.clock.now() };
  return changeAsset(ports, input, (id) => ports.assets.setArchived(id, given));
}
