import type {
  ApiKey,
  ApiKeyNote,
  ApiKeyRepository,
  ListedApiKey,
} from "@/lib/accounts/access-ports";
import { SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { auditParameter } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import { API_KEY_STATEMENTS } from "./api-key-statement";

/** Stores API keys in PostgreSQL. */
export function createApiKeyRepository({ pool, prisma }: Database): ApiKeyRepository {
  const query = createQuery(pool);
  const { upsert, lock, rotate, revokeNamed, revoke, list } = API_KEY_STATEMENTS;
  return {
    async findAndTouch(hash, at) {
      const { rows } = await query<ApiKey>(API_KEY_STATEMENTS.findAndTouch, [hash, at]);
      return rows[0] ? withKnownScopes(rows[0]) : null;
    },
    async upsert(key, note) {
      const { id, name, hash, prefix, scopes, expiresAt, createdAt, allowedNetworks } = key;
      const values = [id, name, hash, prefix, scopes, expiresAt, createdAt, allowedNetworks];
      await query({ text: upsert }, [...values, parameterOf(note)]);
    },
    async rotate(oldId, { key, until }, note) {
      const { id, hash, prefix, expiresAt, createdAt } = key;
      const values = [oldId, id, hash, prefix, createdAt, until, expiresAt, parameterOf(note)];
      const { rows } = await inTransaction(pool, async (client) => {
        await client.query(lock, [oldId]);
        return client.query<ListedApiKey>(rotate, values);
      });
      return rows[0] ? withKnownScopes(rows[0]) : null;
    },
    revokeNamed: async (name, exceptHash, note) => {
      await query({ text: revokeNamed }, [name, exceptHash, note.at, parameterOf(note)]);
    },
    count: (options) =>
      prisma.apiKey.count({ where: options ? { name: { not: options.exceptName } } : {} }),
    list: async () => (await query<ListedApiKey>({ text: list })).rows.map(withKnownScopes),
    revoke: async (id, note) => {
      const values = [id, note.at, parameterOf(note)];
      const { rows } = await query<{ isThere: boolean }>({ text: revoke }, values);
      return rows[0]?.isThere === true;
    },
  };
}

/** The statement sets the subject, because only the statement can tell whether the key already existed. */
const parameterOf = (note: ApiKeyNote) => auditParameter({ ...note, subject: "" });

const withKnownScopes = <Row extends { readonly scopes: readonly string[] }>(row: Row) => ({
  ...row,
  scopes: row.scopes.filter(isKnownScope),
});

/** Unknown scopes, for example from a newer version, grant nothing. */
const isKnownScope = (scope: string): scope is Scope => SCOPES.some((known) => known === scope);
