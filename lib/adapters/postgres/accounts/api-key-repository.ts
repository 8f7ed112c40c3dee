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
  const { findAndTouch, upsert, lock, rotate, revokeNamed, revoke } = API_KEY_STATEMENTS;
  return {
    async findAndTouch(hash, at) {
      const { rows } = await query<ApiKey>(findAndTouch({ hash, at }));
      return rows[0] ? withKnownScopes(rows[0]) : null;
    },
    upsert: async (key, note) => void (await query(upsert({ ...key, note: parameterOf(note) }))),
    async rotate(oldId, { key, until }, note) {
      const rotation = rotate({ ...key, oldId, until, note: parameterOf(note) });
      const { rows } = await inTransaction(pool, async (client) => {
        await client.query(lock({ id: oldId }));
        return client.query<ListedApiKey>(rotation);
      });
      return rows[0] ? withKnownScopes(rows[0]) : null;
    },
    revokeNamed: async (name, exceptHash, note) =>
      void (await query(revokeNamed({ name, exceptHash, at: note.at, note: parameterOf(note) }))),
    count: (options) =>
      prisma.apiKey.count({ where: options ? { name: { not: options.exceptName } } : {} }),
    list: async () => {
      const rows = await prisma.apiKey.findMany({
        omit: { hash: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return rows.map(withKnownScopes);
    },
    revoke: async (id, note) => {
      const revocation = revoke({ id, at: note.at, note: parameterOf(note) });
      return (await query<{ isThere: boolean }>(revocation)).rows[0]?.isThere === true;
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
