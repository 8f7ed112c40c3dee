import type { Author } from "@/lib/kernel/rules/actor";
import type { AssetOverview, Viewer } from "../ports/asset-overviews";
import { type ChangeAssetPorts, changeAsset } from "./change-asset";

/**
 * Archives or restores an asset; can be repeated. Its documents stay, and new documents are still accepted. An archived
 * asset is only missing from the cockpit's default view.
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
