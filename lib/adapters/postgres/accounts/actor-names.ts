import type pg from "pg";
import sql from "sql-template-tag";
import type { ActorNames } from "@/lib/accounts/ports";
import { createQuery, statement } from "../core/query";

const NAMES = statement<{ ids: readonly string[] }>(
  "names-of-actors",
  ({ ids }) => sql`SELECT id::text, name FROM app_user WHERE id = ANY(${ids}::uuid[])
UNION ALL SELECT id::text, name FROM api_key WHERE id = ANY(${ids}::uuid[])`,
);

/** Reads the names of users and API keys from PostgreSQL. */
export function createActorNames(pool: pg.Pool): ActorNames {
  const query = createQuery(pool);
  return {
    namesOf: async (ids) => {
      const { rows } = await query<{ id: string; name: string }>(NAMES({ ids }));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}
