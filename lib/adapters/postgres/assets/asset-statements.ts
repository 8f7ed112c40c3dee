import { auditStatement } from "../core/audit-statement";
import { containsText } from "../core/contains-text";
import { inFolder } from "./in-folder";

/** The columns of a row, named as in the port. */
const COLUMNS = `id, identifier, name, description, folder, created_at AS "createdAt", updated_at AS "updatedAt",
  archived_at AS "archivedAt"`;

/** The subject of an audit entry for a row of `changed`. */
const ASSET_SUBJECT = "'asset:' || changed.identifier";

/**
 * Returns the texts of an asset that the audit log records. They are read from the columns of `row` that end with
 * `ending`.
 */
export const auditedTexts = (row: string, ending = ""): string =>
  `jsonb_build_object('name', ${row}.name${ending}, 'description', ${row}.description${ending}, 'folder', ${row}.folder${ending})`;

const CREATE = {
  name: "asset-create",
  text: `
WITH changed AS (
  INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
  ON CONFLICT DO NOTHING
  RETURNING *
), audited AS (${auditStatement({
    ...{ note: "$7", changed: "changed" },
    ...{ before: "NULL::jsonb", after: auditedTexts("changed") },
  })}
)
SELECT ${COLUMNS} FROM changed`,
};

/**
 * $2, $3 and $5 are the new name, description and folder. NULL keeps the name or the description; $4 says whether a
 * folder is given.
 */
const UPDATE = {
  name: "asset-update",
  text: `
WITH previous AS MATERIALIZED (
  SELECT * FROM asset WHERE id = $1 FOR NO KEY UPDATE
), wanted AS (
  SELECT id AS wanted_id, name AS name_before, description AS description_before, folder AS folder_before,
    COALESCE($2::text, name) AS name_after, COALESCE($3::text, description) AS description_after,
    CASE WHEN $4::boolean THEN $5::text ELSE folder END AS folder_after
  FROM previous
), changed AS (
  UPDATE asset SET name = name_after, description = description_after, folder = folder_after, updated_at = $6
  FROM wanted
  WHERE id = wanted_id
    AND (name_before, description_before, folder_before) IS DISTINCT FROM (name_after, description_after, folder_after)
  RETURNING *
), audited AS (${auditStatement({
    ...{ note: "$7", changed: "changed", subject: ASSET_SUBJECT },
    ...{ before: auditedTexts("changed", "_before"), after: auditedTexts("changed") },
  })}
)
SELECT ${COLUMNS} FROM changed
UNION ALL
SELECT ${COLUMNS} FROM previous WHERE NOT EXISTS (SELECT FROM changed)`,
};

const SET_ARCHIVED = {
  name: "asset-set-archived",
  text: `
WITH changed AS (
  UPDATE asset SET archived_at = CASE WHEN $2 THEN $3::timestamptz END, updated_at = $3
  WHERE id = $1 AND (archived_at IS NOT NULL) <> $2
  RETURNING *
), audited AS (${auditStatement({
    ...{ note: "$4", changed: "changed", subject: ASSET_SUBJECT },
    before: "jsonb_build_object('isArchived', NOT $2::boolean)",
    after: "jsonb_build_object('isArchived', $2::boolean)",
  })}
)
SELECT ${COLUMNS} FROM changed`,
};

/**
 * $1 is the last identifier of the previous page, $2 the limit, $3 a pattern for the name, $4 whether the asset is
 * archived.
 */
const list = (name: string, condition: string) => ({
  name,
  text: `
SELECT ${COLUMNS} FROM asset
WHERE ${condition} AND identifier > $1
  AND ($3::text IS NULL OR ${containsText("name", "$3")})
  AND ($4::boolean IS NULL OR (archived_at IS NOT NULL) = $4)
ORDER BY identifier LIMIT $2`,
});

/** The SQL statements for single assets and their lists, exported to test their query plans. */
export const ASSET_STATEMENTS = {
  create: CREATE,
  update: UPDATE,
  setArchived: SET_ARCHIVED,
  find: { name: "asset-find", text: `SELECT ${COLUMNS} FROM asset WHERE id = $1` },
  findByIdentifier: {
    name: "asset-find-by-identifier",
    text: `SELECT ${COLUMNS} FROM asset WHERE identifier = $1`,
  },
  findByIdentifiers: {
    name: "asset-find-by-identifiers",
    text: `SELECT ${COLUMNS} FROM asset WHERE identifier = ANY($1::text[])`,
  },
  list: list("asset-list", "true"),
  listOfIdentifier: list(
    "asset-list-identifier",
    `identifier = $5 AND ($6::text IS NULL OR (${inFolder("$6")}))`,
  ),
  listInFolder: list("asset-list-folder", inFolder("$5")),
} as const;
