import type { Changes } from "@/lib/documents/ports/changes";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { Asset, AssetEdit, AssetRepository } from "../ports/assets";

/**
 * Changes what is given of the asset with this identifier: first its texts, then whether it is archived. Repeatable.
 * @throws DomainError `asset-not-found`
 */
export async function amendAsset(
  ports: { assets: AssetRepository; changes: Changes; clock: Clock },
  input: AssetEdit & { identifier: string; isArchived?: boolean | undefined; author: Author },
): Promise<Asset> {
  const { identifier, isArchived, author, ...texts } = input;
  const { assets } = ports;
  const at = ports.clock.now();
  const found = await assets.findByIdentifier(identifier);
  const edited =
    found &&
    (await assets.update(found.id, { ...texts, at }, { at, author, action: "asset-changed" }));
  const action = isArchived ? "asset-archived" : "asset-restored";
  const asset =
    edited && isArchived !== undefined
      ? await assets.setArchived(edited.id, { isArchived, at }, { at, author, action })
      : edited;
  if (!asset) {
    const detail = "No asset has this identifier, which is case-sensitive. Use POST to create it.";
    throw new DomainError("asset-not-found", detail);
  }
  ports.changes.announce("other");
  return asset;
}
