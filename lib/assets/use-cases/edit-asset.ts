import type { Author } from "@/lib/kernel/rules/actor";
import type { AssetOverview, Viewer } from "../ports/asset-overviews";
import type { AssetEdit } from "../ports/assets";
import { type ChangeAssetPorts, changeAsset } from "./change-asset";

/**
 * Changes texts of an asset, archived or not; undefined texts stay unchanged, and of two concurrent edits the later one
 * wins.
 * @throws DomainError `asset-not-found`
 */
export async function editAsset(
  ports: ChangeAssetPorts,
  input: { id: string; viewer: Viewer; author: Author } & AssetEdit,
): Promise<AssetOverview> {
  const { name, description, folder, author } = input;
  const at = ports.clock.now();
  const note = { at, author, action: "asset-changed" } as const;
  return changeAsset(ports, input, (id) =>
    ports.assets.update(id, { name, description, folder, at }, note),
  );
}
