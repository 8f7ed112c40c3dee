import type { AssetRepository } from "@/lib/assets/ports/assets";
import type { Database } from "../core/database";
import { withDatabase } from "../core/database-errors";

/** Assets in PostgreSQL. */
export function createAssetRepository({ prisma }: Database): AssetRepository {
  const find = (id: string) => withDatabase(() => prisma.asset.findUnique({ where: { id } }));
  return {
    count: () => withDatabase(() => prisma.asset.count()),
    async create(asset) {
      const data = { ...asset, updatedAt: asset.createdAt };
      const [created] = await withDatabase(() =>
        prisma.asset.createManyAndReturn({ data, skipDuplicates: true }),
      );
      return created ?? null;
    },
    find,
    findByIdentifier: (identifier) =>
      withDatabase(() => prisma.asset.findUnique({ where: { identifier } })),
    async update(id, { name, description, at }) {
      const data = { name, description, updatedAt: at };
      const [updated] = await withDatabase(() =>
        prisma.asset.updateManyAndReturn({ where: { id }, data }),
      );
      return updated ?? null;
    },
    async setArchived(id, { isArchived, at }) {
      const where = { id, archivedAt: isArchived ? null : { not: null } };
      const data = { archivedAt: isArchived ? at : null, updatedAt: at };
      const [changed] = await withDatabase(() => prisma.asset.updateManyAndReturn({ where, data }));
      return changed ?? find(id);
    },
  };
}
