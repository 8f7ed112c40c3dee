import type { Changes } from "@/lib/documents/ports/changes";
import type { Clock, Ids } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { Asset, AssetEdit, AssetRepository } from "../ports/assets";

/**
 * Creates an asset with this identifier or changes the existing one, archived or not. Can be repeated: the second time,
 * nothing changes.
 * @param input undefined texts stay unchanged; a new asset without them has no description and is at the top level
 */
export async function putAsset(
  ports: { assets: AssetRepository; changes: Changes; clock: Clock; ids: Ids },
  input: AssetEdit & { identifier: string; name: string; author: Author },
): Promise<Asset> {
  const { identifier, author, ...texts } = input;
  const at = ports.clock.now();
  const found = await ports.assets.findByIdentifier(identifier);
  const asset = found
    ? await ports.assets.update(found.id, { ...texts, at }, { at, author, action: "asset-changed" })
    : await create(ports, { identifier, ...texts }, { at, author });
  // Assets are never removed, so the second lookup finds an asset that somebody else has created since the first lookup.
  if (!asset && found) throw new Error(`the asset ${found.id} vanished`);
  if (!asset) return putAsset(ports, input);
  if (asset.updatedAt.getTime() === at.getTime()) ports.changes.announce("other");
  return asset;
}

function create(
  ports: { assets: AssetRepository; ids: Ids },
  given: AssetEdit & { identifier: string; name: string },
  { at, author }: { at: Date; author: Author },
): Promise<Asset | null> {
  const { identifier, name, description = "", folder = null } = given;
  const asset = { id: ports.ids.uuid(), identifier, name, description, folder, createdAt: at };
  return ports.assets.create(asset, {
    ...{ at, author, action: "asset-created", subject: `asset:${identifier}` },
  });
}
