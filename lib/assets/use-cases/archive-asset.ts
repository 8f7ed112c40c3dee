import type { Author } from "@/lib/kernel/rules/actor";
import type { AssetOverview, Viewer } from "../ports/asset-overviews";
import { type ChangeAssetPorts, changeAsset } from "./change-asset";

/**
 * Archives an asset, or brings it back; repeatable. Its documents stay where they are, and new ones are taken all the same:
 * only the cockpit's first view leaves it out.
 * @throws DomainError `asset-not-found`
 */
export async function archiveAsset(
  ports: ChangeAssetPorts,
  input: { id: string; isArchived: boolean; viewer: Viewer; author: Author },
): Promise<AssetOverview> {
  const { isArchived, author } = input;
  const at = ports.clock.now();
  const action = isArchived ? "asset-archived" : "asset-restored";
  const note = { at, author, action } as const;
  return changeAsset(ports, input, (id) => ports.assets.setArchived(id, { isArchived, at }, note));
}
