import type { AssetRepository } from "@/lib/ports";
import type { Database } from "./database";
import { withDatabase } from "./database-errors";

/** Assets in PostgreSQL. */
export function createAssetRepository({ prisma }: Database): AssetRepository {
  return {
    count: () => withDatabase(() => prisma.asset.count()),
    create: async (asset) => {
      await withDatabase(() => prisma.asset.create({ data: asset }));
    },
  };
}
