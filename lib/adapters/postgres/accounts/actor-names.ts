import type pg from "pg";
import type { ActorNames } from "@/lib/accounts/ports";
import { createQuery } from "../core/query";

const NAMES = {
  name: "names-of-actors",
  text: `SELECT id::text, name FROM app_user WHERE id = ANY($1::uuid[])
UNION ALL SELECT id::text, name FROM api_key WHERE id = ANY($1::uuid[])`,
};

/** Reads the names of users and API keys from PostgreSQL. */
export function createActorNames(pool: pg.Pool): ActorNames {
  const query = createQuery(pool);
  return {
    namesOf: async (ids) => {
      const { rows } = await query<{ id: string; name: string }>(NAMES, [ids]);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}
