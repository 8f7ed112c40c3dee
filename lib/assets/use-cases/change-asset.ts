import type { Changes } from "@/lib/documents/ports/changes";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { AssetOverview, AssetOverviews, Viewer } from "../ports/asset-overviews";
import type { Asset, AssetRepository } from "../ports/assets";
import { getAssetOverview } from "./get-asset-overview";

/** The ports needed to change assets. */
export type ChangeAssetPorts = {
  assets: AssetRepository;
  assetOverviews: AssetOverviews;
  changes: Changes;
  clock: Clock;
};

/**
 * Changes one asset, announces the change and returns the asset with the data that its tile then shows.
 * @param change returns null if there is no such asset; not called if the id is not a UUID
 * @throws DomainError `asset-not-found`
 */
export async function changeAsset(
  ports: ChangeAssetPorts,
  { id, viewer }: { id: string; viewer: Viewer },
  change: (id: string) => Promise<Asset | null>,
): Promise<AssetOverview> {
  const asset = isUuid(id) ? await change(id.toLowerCase()) : null;
  if (!asset) {
    const detail = "No asset has this id. Load the cockpit again and search for the asset.";
    throw new DomainError("asset-not-found", detail);
  }
  ports.changes.announce("other");
  return getAssetOverview(ports, asset, viewer);
}
