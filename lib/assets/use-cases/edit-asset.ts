import type { Author } from "@/lib/kernel/rules/actor";
import type { AssetOverview, Viewer } from "../ports/asset-overviews";
import { type ChangeAssetPorts, changeAsset } from "./change-asset";

/**
 * Changes name and description of an asset, archived or not; of two edits at once the later one stays.
 * @throws DomainError `asset-not-found`
 */
export async function editAsset(
  ports: ChangeAssetPorts,
  input: { id: string; name: string; description: string; viewer: Viewer; author: Author },
): Promise<AssetOverview> {
  const { name, description, author } = input;
  const at = ports.clock.now();
  const note = { at, author, action: "asset-changed" } as const;
  return changeAsset(ports, input, (id) =>
    ports.assets.update(id, { name, description, at }, note),
  );
}
