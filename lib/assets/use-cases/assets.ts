import type { Changes } from "@/lib/documents/ports";
import type { Clock, Ids } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type {
  Asset,
  AssetEdit,
  AssetOverview,
  AssetOverviews,
  AssetRepository,
  Viewer,
} from "../ports";
import type { AssetTexts } from "../rules/asset-texts";
import { getAssetOverview } from "./asset-overviews";

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
  const { viewer, author, ...options } = input;
  const id = ports.ids.uuid();
  const createdAt = ports.clock.now();
  const subject = `asset:${options.identifier}`;
  const note = { at: createdAt, author, action: "asset-created", subject } as const;
  const created = await ports.assets.create({ id, ...options, createdAt }, note);
  if (!created) throw await existsAlready(ports, options.identifier);
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
  values: AssetEdit & { identifier: string; name: string },
  { at, author }: { at: Date; author: Author },
): Promise<Asset | null> {
  const { identifier, name, description = "", folder = null } = values;
  const asset = { id: ports.ids.uuid(), identifier, name, description, folder, createdAt: at };
  return ports.assets.create(asset, {
    at,
    author,
    action: "asset-created",
    subject: `asset:${identifier}`,
  });
}

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

/**
 * Changes the given texts of the asset with this identifier and whether it is archived, in one transaction. Can be
 * repeated.
 * @throws DomainError `asset-not-found`
 */
export async function amendAsset(
  ports: { assets: AssetRepository; changes: Changes; clock: Clock },
  input: AssetEdit & { identifier: string; isArchived?: boolean | undefined; author: Author },
): Promise<Asset> {
  const { identifier, ...change } = input;
  const at = ports.clock.now();
  const found = await ports.assets.findByIdentifier(identifier);
  const asset = found && (await amend(ports.assets, found.id, { ...change, at }));
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
  change: AssetEdit & { isArchived?: boolean | undefined; author: Author; at: Date },
): Promise<Asset | null> {
  const { author, isArchived, at, ...texts } = change;
  const edited = { at, author, action: "asset-changed" } as const;
  if (isArchived === undefined) return assets.update(id, { ...texts, at }, edited);
  const action = isArchived ? "asset-archived" : "asset-restored";
  const notes = { edited, archived: { at, author, action } as const };
  return assets.amend(id, { ...texts, isArchived, at }, notes);
}

/** The ports needed to change assets. */
type ChangeAssetPorts = {
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
async function changeAsset(
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
