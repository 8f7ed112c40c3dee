import type { Asset, AssetRepository } from "@/lib/assets/ports/assets";
import { auditParameter, auditStatement } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";

const COLUMNS = `id, identifier, name, description, created_at AS "createdAt", updated_at AS "updatedAt",
  archived_at AS "archivedAt"`;

const SUBJECT = "'asset:' || changed.identifier";

const CREATE = {
  name: "asset-create",
  text: `
WITH changed AS (
  INSERT INTO asset (id, identifier, name, description, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
  ON CONFLICT DO NOTHING
  RETURNING *
), audited AS (${auditStatement({
    ...{ note: "$6", changed: "changed" },
    before: "NULL::jsonb",
    after: "jsonb_build_object('name', changed.name, 'description', changed.description)",
  })}
)
SELECT ${COLUMNS} FROM changed`,
};

/** An edit to the same texts is one all the same, but no change for the audit. */
const UPDATE = {
  name: "asset-update",
  text: `
WITH previous AS MATERIALIZED (
  SELECT id AS previous_id, name AS name_before, description AS description_before FROM asset WHERE id = $1 FOR NO KEY UPDATE
), edited AS (
  UPDATE asset SET name = $2, description = $3, updated_at = $4 FROM previous WHERE id = previous_id
  RETURNING *
), changed AS (
  SELECT * FROM edited WHERE (name, description) IS DISTINCT FROM (name_before, description_before)
), audited AS (${auditStatement({
    ...{ note: "$5", changed: "changed", subject: SUBJECT },
    before:
      "jsonb_build_object('name', changed.name_before, 'description', changed.description_before)",
    after: "jsonb_build_object('name', changed.name, 'description', changed.description)",
  })}
)
SELECT ${COLUMNS} FROM edited`,
};

const SET_ARCHIVED = {
  name: "asset-set-archived",
  text: `
WITH changed AS (
  UPDATE asset SET archived_at = CASE WHEN $2 THEN $3::timestamptz END, updated_at = $3
  WHERE id = $1 AND (archived_at IS NOT NULL) <> $2
  RETURNING *
), audited AS (${auditStatement({
    ...{ note: "$4", changed: "changed", subject: SUBJECT },
    before: "jsonb_build_object('isArchived', NOT $2::boolean)",
    after: "jsonb_build_object('isArchived', $2::boolean)",
  })}
)
SELECT ${COLUMNS} FROM changed`,
};

const FIND = { name: "asset-find", text: `SELECT ${COLUMNS} FROM asset WHERE id = $1` };

const FIND_BY_IDENTIFIER = {
  name: "asset-find-by-identifier",
  text: `SELECT ${COLUMNS} FROM asset WHERE identifier = $1`,
};

/** Assets in PostgreSQL. */
export function createAssetRepository({ prisma, pool }: Database): AssetRepository {
  const query = createQuery(pool);
  const one = async (statement: { name: string; text: string }, values: unknown[]) =>
    (await query<Asset & Record<string, unknown>>(statement, values)).rows[0] ?? null;
  const find = (id: string) => one(FIND, [id]);
  return {
    count: () => prisma.asset.count(),
    async create({ id, identifier, name, description, createdAt }, note) {
      const values = [id, identifier, name, description, createdAt, auditParameter(note)];
      return one(CREATE, values);
    },
    find,
    findByIdentifier: (identifier) => one(FIND_BY_IDENTIFIER, [identifier]),
    async update(id, { name, description, at }, note) {
      const values = [id, name, description, at, auditParameter({ ...note, subject: "" })];
      return one(UPDATE, values);
    },
    async setArchived(id, { isArchived, at }, note) {
      const values = [id, isArchived, at, auditParameter({ ...note, subject: "" })];
      return (await one(SET_ARCHIVED, values)) ?? find(id);
    },
  };
}
