import type { Asset, AssetRepository } from "../ports/assets";

/** Assets in memory, kept to the same contract as PostgreSQL. */
export interface InMemoryAssets extends AssetRepository {
  identifiers(): readonly string[];
  /** Every asset, archived ones too, in the order of creation. */
  all(): readonly Asset[];
}

/** Makes an empty store of assets. */
export function createInMemoryAssets(): InMemoryAssets {
  const assets = new Map<string, Asset>();
  const all = () => [...assets.values()];
  const findByIdentifier = (identifier: string) =>
    all().find((asset) => asset.identifier === identifier) ?? null;
  const change = (id: string, changed: (asset: Asset) => Asset) => {
    const asset = assets.get(id);
    if (!asset) return null;
    assets.set(id, changed(asset));
    return changed(asset);
  };
  return {
    count: async () => assets.size,
    create: async (given) => {
      if (findByIdentifier(given.identifier)) return null;
      const asset = { ...given, updatedAt: given.createdAt, archivedAt: null };
      assets.set(asset.id, asset);
      return asset;
    },
    find: async (id) => assets.get(id) ?? null,
    findByIdentifier: async (identifier) => findByIdentifier(identifier),
    update: async (id, { name, description, at }) =>
      change(id, (asset) => ({ ...asset, name, description, updatedAt: at })),
    setArchived: async (id, { isArchived, at }) =>
      change(id, (asset) =>
        (asset.archivedAt !== null) === isArchived
          ? asset
          : { ...asset, archivedAt: isArchived ? at : null, updatedAt: at },
      ),
    identifiers: () => all().map(({ identifier }) => identifier),
    all,
  };
}
