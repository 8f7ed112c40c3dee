import type { AssetOverview, Viewer } from "../ports/asset-overviews";
import { type ChangeAssetPorts, changeAsset } from "./change-asset";

/**
 * Changes name and description of an asset, archived or not; of two edits at once the later one stays.
 * @throws DomainError `asset-not-found`
 */
export async function editAsset(
  ports: ChangeAssetPorts,
  input: { id: string; name: string; description: string; viewer: Viewer },
): Promise<AssetOverview> {
  const { name, description } = input;
  const edit = { name, description, at: ports.clock.now() };
  return changeAsset(ports, input, (id) => ports.assets.update(id, edit));
}
