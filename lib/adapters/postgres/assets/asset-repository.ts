import type { AssetRepository } from "@/lib/assets/ports/assets";
import type { Database } from "../core/database";

/** Assets in PostgreSQL. */
export function createAssetRepository({ prisma }: Database): AssetRepository {
  const find = (id: string) => prisma.asset.findUnique({ where: { id } });
  return {
    count: () => prisma.asset.count(),
    async create(asset) {
      const data = { ...asset, updatedAt: asset.createdAt };
      const [created] = await prisma.asset.createManyAndReturn({ data, skipDuplicates: true });
      return created ?? null;
    },
    find,
    findByIdentifier: (identifier) => prisma.asset.findUnique({ where: { identifier } }),
    async update(id, { name, description, at }) {
      const data = { name, description, updatedAt: at };
      const [updated] = await prisma.asset.updateManyAndReturn({ where: { id }, data });
      return updated ?? null;
    },
    async setArchived(id, { isArchived, at }) {
      const where = { id, archivedAt: isArchived ? null : { not: null } };
      const data = { archivedAt: isArchived ? at : null, updatedAt: at };
      const [changed] = await prisma.asset.updateManyAndReturn({ where, data });
      return changed ?? find(id);
    },
  };
}
