import type { ApiKey, ApiKeyRepository } from "@/lib/accounts/ports/api-keys";
import { SCOPES, type Scope } from "@/lib/kernel/rules/scopes";
import type { Database } from "../core/database";
import { withDatabase } from "../core/database-errors";
import { FIND_AND_TOUCH_API_KEY } from "./api-key-statement";

interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

/** API keys in PostgreSQL. */
export function createApiKeyRepository({ pool, prisma }: Database): ApiKeyRepository {
  return {
    async findAndTouch(hash, at) {
      const { rows } = await withDatabase(() =>
        pool.query<ApiKeyRow>({ ...FIND_AND_TOUCH_API_KEY, values: [hash, at] }),
      );
      return rows[0] ? toApiKey(rows[0]) : null;
    },
    async upsert({ hash, scopes, ...key }) {
      const data = { ...key, hash: Uint8Array.from(hash), scopes: [...scopes] };
      await withDatabase(() =>
        prisma.apiKey.upsert({
          where: { hash: data.hash },
          create: data,
          update: {
            name: key.name,
            scopes: data.scopes,
            expiresAt: key.expiresAt,
            revokedAt: null,
          },
        }),
      );
    },
    revokeNamed: async (name, { exceptHash, at }) => {
      const others = exceptHash ? { hash: { not: Uint8Array.from(exceptHash) } } : {};
      await withDatabase(() =>
        prisma.apiKey.updateMany({
          where: { name, revokedAt: null, ...others },
          data: { revokedAt: at },
        }),
      );
    },
    count: (options) =>
      withDatabase(() =>
        prisma.apiKey.count({ where: options ? { name: { not: options.exceptName } } : {} }),
      ),
    list: async () => {
      const rows = await withDatabase(() =>
        prisma.apiKey.findMany({
          omit: { hash: true },
          orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        }),
      );
      return rows.map((row) => ({ ...row, scopes: knownScopes(row.scopes) }));
    },
    revoke: async (id, at) => {
      const where = { id, revokedAt: null };
      const revoked = () => prisma.apiKey.updateMany({ where, data: { revokedAt: at } });
      if ((await withDatabase(revoked)).count > 0) return true;
      return (await withDatabase(() => prisma.apiKey.count({ where: { id } }))) > 0;
    },
  };
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: knownScopes(row.scopes),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** A scope that this version does not know grants nothing. */
const knownScopes = (scopes: readonly string[]) =>
  scopes.filter((scope): scope is Scope => SCOPES.some((known) => known === scope));
