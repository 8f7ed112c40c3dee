import type { Changes } from "@/lib/documents/ports/changes";
import type { Clock, Ids } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { AssetOverview, AssetOverviews, Viewer } from "../ports/asset-overviews";
import type { AssetRepository } from "../ports/assets";
import type { AssetTexts } from "../rules/asset-texts";
import { getAssetOverview } from "./get-asset-overview";

/**
 * Creates an asset. Existing documents with its identifier become its documents (decision 0008).
 * @throws DomainError `asset-exists`, even if only an archived asset has the identifier
 */
export async function createAsset(
  ports: {
    assets: AssetRepository;
    assetOverviews: AssetOverviews;
    changes: Changes;
    clock: Clock;
    ids: Ids;
  },
  input: AssetTexts & { identifier: string; viewer: Viewer; author: Author },
): Promise<AssetOverview> {
  const { viewer, author, ...given } = input;
  const id = ports.ids.uuid();
  const createdAt = ports.clock.now();
  const subject = `asset:${given.identifier}`;
  const note = { at: createdAt, author, action: "asset-created", subject } as const;
  const created = await ports.assets.create({ id, ...given, createdAt }, note);
  if (!created) throw await existsAlready(ports, given.identifier);
  ports.changes.announce("other");
  return getAssetOverview(ports, created, viewer);
}

async function existsAlready(
  ports: { assets: AssetRepository },
  identifier: string,
): Promise<DomainError> {
  const holder = await ports.assets.findByIdentifier(identifier);
  return new DomainError(
    "asset-exists",
    holder?.archivedAt
      ? "An archived asset has this identifier. Restore it, or choose another identifier."
      : "Another asset already has this identifier. Open that asset, or choose another identifier.",
  );
}
