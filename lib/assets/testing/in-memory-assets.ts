import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Asset, AssetNote, AssetRepository } from "../ports/assets";

/** Assets in memory, kept to the same contract as PostgreSQL. */
export interface InMemoryAssets extends AssetRepository {
  identifiers(): readonly string[];
  /** Every asset, archived ones too, in the order of creation. */
  all(): readonly Asset[];
  /** What was noted for the audit. */
  readonly notes: readonly AuditNote[];
}

/** Makes an empty store of assets. */
export function createInMemoryAssets(): InMemoryAssets {
  const assets = new Map<string, Asset>();
  const notes: AuditNote[] = [];
  const all = () => [...assets.values()];
  const findByIdentifier = (identifier: string) =>
    all().find((asset) => asset.identifier === identifier) ?? null;
  const change = (id: string, note: AssetNote, changed: (asset: Asset) => Asset) => {
    const asset = assets.get(id);
    if (!asset) return null;
    if (changed(asset) !== asset) notes.push({ ...note, subject: `asset:${asset.identifier}` });
    assets.set(id, changed(asset));
    return changed(asset);
  };
  return {
    count: async () => assets.size,
    create: async (given, note) => {
      if (findByIdentifier(given.identifier)) return null;
      const asset = { ...given, updatedAt: given.createdAt, archivedAt: null };
      assets.set(asset.id, asset);
      notes.push(note);
      return asset;
    },
    find: async (id) => assets.get(id) ?? null,
    findByIdentifier: async (identifier) => findByIdentifier(identifier),
    update: async (id, { name, description, at }, note) =>
      change(id, note, (asset) => ({ ...asset, name, description, updatedAt: at })),
    setArchived: async (id, { isArchived, at }, note) =>
      change(id, note, (asset) =>
        (asset.archivedAt !== null) === isArchived
          ? asset
          : { ...asset, archivedAt: isArchived ? at : null, updatedAt: at },
      ),
    notes,
    identifiers: () => all().map(({ identifier }) => identifier),
    all,
  };
}
