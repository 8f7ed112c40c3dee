import type { Changes } from "@/lib/documents/ports/changes";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Asset, AssetEdit, AssetRepository } from "../ports/assets";

/**
 * Changes the given texts of the asset with this identifier and whether it is archived, in one transaction. Can be
 * repeated.
 * @throws DomainError `asset-not-found`
 */
export async function amendAsset(
  ports: { assets: AssetRepository; changes: Changes; clock: Clock },
  input: AssetEdit & { identifier: string; isArchived?: boolean | undefined; author: Author },
): Promise<Asset> {
  const { identifier, ...given } = input;
  const at = ports.clock.now();
  const found = await ports.assets.findByIdentifier(identifier);
  const asset = found && (await amend(ports.assets, found.id, { ...given, at }));
  if (!asset) {
    const detail = "No asset has this identifier, which is case-sensitive. Use POST to create it.";
    throw new DomainError("asset-not-found", detail);
  }
  if (asset.updatedAt.getTime() === at.getTime()) ports.changes.announce("other");
  return asset;
}

function amend(
  assets: AssetRepository,
  id: string,
  given: AssetEdit & { isArchived?: boolean | undefined; author: Author; at: Date },
): Promise<Asset | null> {
  const { author, isArchived, at, ...texts } = given;
  const edited = { at, author, action: "asset-changed" } as const;
  if (isArchived === undefined) return assets.update(id, { ...texts, at }, edited);
  const action = isArchived ? "asset-archived" : "asset-restored";
  const notes = { edited, archived: { at, author, action } as const };
  return assets.amend(id, { ...texts, isArchived, at }, notes);
}
