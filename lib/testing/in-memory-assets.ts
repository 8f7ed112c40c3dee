import type { AssetRepository } from "../ports";

/** Assets in memory. */
export interface InMemoryAssets extends AssetRepository {
  identifiers(): readonly string[];
}

/** Makes an empty store of assets. */
export function createInMemoryAssets(): InMemoryAssets {
  const assets = new Map<string, Parameters<AssetRepository["create"]>[0]>();
  return {
    count: async () => assets.size,
    create: async (asset) => {
      if (assets.has(asset.identifier)) throw new Error(`${asset.identifier} exists already`);
      assets.set(asset.identifier, asset);
    },
    identifiers: () => [...assets.keys()],
  };
}
