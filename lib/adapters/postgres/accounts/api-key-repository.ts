import type { ApiKey, ApiKeyRepository } from "@/lib/accounts/ports/api-keys";
import { SCOPES, type Scope } from "@/lib/kernel/rules/scopes";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";
import { FIND_AND_TOUCH_API_KEY } from "./api-key-statement";

/** API keys in PostgreSQL. */
export function createApiKeyRepository({ pool, prisma }: Database): ApiKeyRepository {
  const query = createQuery(pool);
  return {
    async findAndTouch(hash, at) {
      const { rows } = await query<ApiKey>(FIND_AND_TOUCH_API_KEY, [hash, at]);
      return rows[0] ? withKnownScopes(rows[0]) : null;
    },
    async upsert({ hash, scopes, ...key }) {
      const data = { ...key, hash: Uint8Array.from(hash), scopes: [...scopes] };
      const { name, expiresAt } = key;
      await prisma.apiKey.upsert({
        where: { hash: data.hash },
        create: data,
        update: { name, scopes: data.scopes, expiresAt, revokedAt: null },
      });
    },
    revokeNamed: async (name, { exceptHash, at }) => {
      const others = exceptHash ? { hash: { not: Uint8Array.from(exceptHash) } } : {};
      await prisma.apiKey.updateMany({
        where: { name, revokedAt: null, ...others },
        data: { revokedAt: at },
      });
    },
    count: (options) =>
      prisma.apiKey.count({ where: options ? { name: { not: options.exceptName } } : {} }),
    list: async () => {
      const rows = await prisma.apiKey.findMany({
        omit: { hash: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return rows.map(withKnownScopes);
    },
    revoke: async (id, at) => {
      const where = { id, revokedAt: null };
      const revoked = await prisma.apiKey.updateMany({ where, data: { revokedAt: at } });
      if (revoked.count > 0) return true;
      return (await prisma.apiKey.count({ where: { id } })) > 0;
    },
  };
}

const withKnownScopes = <Row extends { readonly scopes: readonly string[] }>(row: Row) => ({
  ...row,
  scopes: row.scopes.filter(isKnownScope),
});

/** A scope that this version does not know grants nothing. */
const isKnownScope = (scope: string): scope is Scope => SCOPES.some((known) => known === scope);
