import type pg from "pg";
import sql from "sql-template-tag";
import type { SavedViews } from "@/lib/documents/list-ports";
import type { SavedView } from "@/lib/documents/rules/saved-view";
import { createQuery, statement } from "../core/query";
import { inTransaction } from "../core/transaction";

/** Stores views in PostgreSQL. */
export function createSavedViews(pool: pg.Pool): SavedViews {
  const query = createQuery(pool);
  /** Calls that store views of one user wait for each other, so that each sees the names and the count that are left. */
  const store = <Outcome extends object>(view: SavedView, storing: pg.QueryConfig) =>
    inTransaction(pool, async (client) => {
      await client.query(LOCK({ userId: view.userId }));
      const { rows } = await client.query<Outcome & { isTaken: boolean }>(storing);
      const [outcome] = rows;
      if (!outcome) throw new Error("a statement that always returns a row returned none");
      return outcome;
    });
  return {
    list: async (userId) => (await query<SavedView & pg.QueryResultRow>(LIST({ userId }))).rows,
    find: async (id) => (await query<SavedView & pg.QueryResultRow>(FIND({ id }))).rows[0] ?? null,
    async create(view, max) {
      const outcome = await store<{ isFull: boolean }>(view, CREATE({ ...view, max }));
      if (outcome.isTaken) return "name-taken";
      return outcome.isFull ? "too-many" : "stored";
    },
    async replace(view) {
      const outcome = await store<{ isStored: boolean; isCurrent: boolean }>(view, REPLACE(view));
      if (outcome.isStored) return "stored";
      return outcome.isCurrent && outcome.isTaken ? "name-taken" : "overtaken";
    },
    delete: async ({ id, version }) => (await query(DELETE({ id, version }))).rowCount === 1,
  };
}

const COLUMNS = sql`id, user_id AS "userId", name, address, is_shared AS "isShared", version`;

const LIST = statement<{ userId: string }>(
  "saved-view-list",
  ({ userId }) => sql`
SELECT ${COLUMNS} FROM saved_view WHERE user_id = ${userId} OR is_shared
ORDER BY user_id <> ${userId}, name COLLATE "und-x-icu", id LIMIT 1000`,
);

const FIND = statement<{ id: string }>(
  "saved-view-find",
  ({ id }) => sql`SELECT ${COLUMNS} FROM saved_view WHERE id = ${id}`,
);

const LOCK = statement<{ userId: string }>(
  "saved-view-lock",
  ({ userId }) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended('saved-view:' || ${userId}::text, 0))`,
);

/** Must run after LOCK, in the same transaction; likewise REPLACE. */
const CREATE = statement<SavedView & { max: number }>(
  "saved-view-create",
  ({ id, userId, name, address, isShared, version, max }) => sql`
WITH own AS (
  SELECT count(*) >= ${max}::int AS is_full,
    count(*) FILTER (WHERE lower(name COLLATE "und-x-icu") = lower(${name}::text COLLATE "und-x-icu")) > 0 AS is_taken
  FROM saved_view WHERE user_id = ${userId}
), created AS (
  INSERT INTO saved_view (id, user_id, name, address, is_shared, version)
  SELECT ${id}, ${userId}, ${name}::text, ${address}, ${isShared}, ${version} FROM own
  WHERE NOT is_full AND NOT is_taken
)
SELECT is_full AS "isFull", is_taken AS "isTaken" FROM own`,
);

const REPLACE = statement<SavedView>(
  "saved-view-replace",
  ({ id, userId, name, address, isShared, version }) => sql`
WITH seen AS (
  SELECT EXISTS (SELECT FROM saved_view WHERE id = ${id} AND version = ${version}) AS is_current,
    EXISTS (SELECT FROM saved_view WHERE user_id = ${userId} AND id <> ${id}
      AND lower(name COLLATE "und-x-icu") = lower(${name}::text COLLATE "und-x-icu")) AS is_taken
), changed AS (
  UPDATE saved_view SET name = ${name}::text, address = ${address}, is_shared = ${isShared}, version = version + 1
  FROM seen WHERE id = ${id} AND version = ${version} AND NOT is_taken
  RETURNING id
)
SELECT is_current AS "isCurrent", is_taken AS "isTaken", EXISTS (SELECT FROM changed) AS "isStored" FROM seen`,
);

const DELETE = statement<{ id: string; version: number }>(
  "saved-view-delete",
  ({ id, version }) => sql`DELETE FROM saved_view WHERE id = ${id} AND version = ${version}`,
);
