import type pg from "pg";
import type {
  Asset,
  AssetEdit,
  AssetImport,
  AssetNote,
  AssetRepository,
  AssetSelection,
} from "@/lib/assets/ports";
import type { Page } from "@/lib/kernel/rules/page";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { containsText, patternOf } from "../core/contains-text";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";
import { inTransaction, onConnection } from "../core/transaction";
import { inFolder } from "./in-folder";

/** Stores assets in PostgreSQL. */
export function createAssetRepository({ prisma, pool }: Database): AssetRepository {
  const query = createQuery(pool);
  const rows = async (statement: { name: string; text: string }, values: unknown[]) =>
    (await query<Asset & Record<string, unknown>>(statement, values)).rows;
  const one = async (statement: { name: string; text: string }, values: unknown[]) =>
    (await rows(statement, values))[0] ?? null;
  const find = (id: string) => one(ASSET_STATEMENTS.find, [id]);
  return {
    count: () => prisma.asset.count(),
    async create({ id, identifier, name, description, folder, createdAt }, note) {
      const values = [id, identifier, name, description, folder, createdAt, auditParameter(note)];
      return one(ASSET_STATEMENTS.create, values);
    },
    find,
    findByIdentifier: (identifier) => one(ASSET_STATEMENTS.findByIdentifier, [identifier]),
    findByIdentifiers: (identifiers) => rows(ASSET_STATEMENTS.findByIdentifiers, [identifiers]),
    async list(selection, page) {
      const { values = [], ...statement } = listQuery(selection, page);
      return rows(statement, values);
    },
    update: async (id, edit, note) => one(ASSET_STATEMENTS.update, updateValues(id, edit, note)),
    amend: (id, { isArchived, at, ...texts }, { edited, archived }) =>
      inTransaction(pool, async (client) => {
        const values = updateValues(id, { ...texts, at }, edited);
        const updated = await client.query<Asset>({ ...ASSET_STATEMENTS.update, values });
        const archiving = [id, isArchived, at, parameterOf(archived)];
        const { rows: changed } = await client.query<Asset>({
          ...ASSET_STATEMENTS.setArchived,
          values: archiving,
        });
        return changed[0] ?? updated.rows[0] ?? null;
      }),
    async setArchived(id, { isArchived, at }, note) {
      const values = [id, isArchived, at, parameterOf(note)];
      return (await one(ASSET_STATEMENTS.setArchived, values)) ?? find(id);
    },
    import: (changes, note) => importAssets(pool, changes, note),
  };
}

function updateValues(
  id: string,
  { name, description, folder, at }: AssetEdit & { at: Date },
  note: AssetNote,
): unknown[] {
  const texts = [name ?? null, description ?? null, folder !== undefined, folder ?? null];
  return [id, ...texts, at, parameterOf(note)];
}

function listQuery(
  { identifier, folder, name, isArchived }: AssetSelection,
  { after, limit }: Page<string>,
): { name: string; text: string; values: unknown[] } {
  const { list, listInFolder, listOfIdentifier } = ASSET_STATEMENTS;
  const values = [after ?? "", limit, name === null ? null : patternOf(name), isArchived];
  if (identifier !== null) return { ...listOfIdentifier, values: [...values, identifier, folder] };
  if (folder !== null) return { ...listInFolder, values: [...values, folder] };
  return { ...list, values };
}

/** The subject is empty here, because the statement takes it from the row. */
const parameterOf = (note: AssetNote) => auditParameter({ ...note, subject: "" });

async function importAssets(
  pool: pg.Pool,
  { created, edited, at }: AssetImport,
  note: AssetNote,
): Promise<boolean> {
  const changes = edited.map(({ id, before, after }) => ({
    id,
    ...after,
    name_before: before.name,
    description_before: before.description,
    folder_before: before.folder,
  }));
  const audited = auditParameter({ ...note, subject: "assets" });
  const values = [JSON.stringify(created), JSON.stringify(changes), at, audited];
  return onConnection(pool, async (client) => {
    await client.query("BEGIN");
    await client.query(IMPORT_LOCK);
    const { rows } = await client.query({ ...IMPORT_ASSETS, values });
    const [written] = rows;
    const isWhole = written.created === created.length && written.edited === edited.length;
    // A conflict is expected, so it must not close the connection as a failure would.
    await client.query(isWhole ? "COMMIT" : "ROLLBACK");
    return isWhole;
  });
}

/** The columns of a row, named as in the port. */
const COLUMNS = `id, identifier, name, description, folder, created_at AS "createdAt", updated_at AS "updatedAt",
  archived_at AS "archivedAt"`;

/** The subject of an audit entry for a row of `changed`. */
const ASSET_SUBJECT = "'asset:' || changed.identifier";

/**
 * Returns the texts of an asset that the audit log records. They are read from the columns of `row` that end with
 * `ending`.
 */
const auditedTexts = (row: string, ending = ""): string =>
  `jsonb_build_object('name', ${row}.name${ending}, 'description', ${row}.description${ending}, 'folder', ${row}.folder${ending})`;

const CREATE = {
  name: "asset-create",
  text: `
WITH changed AS (
  INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
  ON CONFLICT DO NOTHING
  RETURNING *
), audited AS (${auditStatement({
    note: "$7",
    changed: "changed",
    before: "NULL::jsonb",
    after: auditedTexts("changed"),
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
    note: "$7",
    changed: "changed",
    subject: ASSET_SUBJECT,
    before: auditedTexts("changed", "_before"),
    after: auditedTexts("changed"),
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
    note: "$4",
    changed: "changed",
    subject: ASSET_SUBJECT,
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

/**
 * Each import takes this lock, so that imports wait for each other; otherwise each could hold rows that another needs.
 * The number is arbitrary, but nothing else in the product may use it.
 */
const IMPORT_LOCK = {
  name: "asset-import-lock",
  text: "SELECT pg_advisory_xact_lock($1)",
  values: [7_305_260_124],
};

/**
 * An expression for the text of a row of the audit log. Verification builds the same text (`auditRowText`) and computes the
 * digest again.
 */
const partOf = (value: string) => `COALESCE(octet_length(${value}) || ':' || ${value}, '-')`;
const ROW_TEXT = `concat_ws(',', ${partOf("subject")}, ${partOf("before::text")}, ${partOf("after::text")})`;

const INPUT_COLUMNS =
  "id uuid, identifier text, name text, description text, folder text, name_before text, description_before text, folder_before text";

/**
 * $1 holds the new assets and $2 the edited ones, as JSON; $3 is the time, $4 the note. Identifiers that are in use and
 * assets that have changed since they were read are skipped, so the caller must compare the counts. The audit log gets one
 * entry with a row for each asset.
 */
export const IMPORT_ASSETS = {
  name: "asset-import",
  text: `
WITH created AS (
  INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at)
  SELECT id, identifier, name, description, folder, $3::timestamptz, $3::timestamptz
  FROM jsonb_to_recordset($1::jsonb) AS given(${INPUT_COLUMNS})
  ON CONFLICT DO NOTHING
  RETURNING *
), edited AS (
  UPDATE asset SET name = given.name, description = given.description, folder = given.folder, updated_at = $3::timestamptz
  FROM jsonb_to_recordset($2::jsonb) AS given(${INPUT_COLUMNS})
  WHERE asset.id = given.id
    AND (asset.name, asset.description, asset.folder)
      IS NOT DISTINCT FROM (given.name_before, given.description_before, given.folder_before)
  RETURNING asset.identifier, asset.name, asset.description, asset.folder, name_before, description_before, folder_before
), written AS (
  SELECT identifier, NULL::jsonb AS before, ${auditedTexts("created")} AS after FROM created
  UNION ALL
  SELECT identifier, ${auditedTexts("edited", "_before")}, ${auditedTexts("edited")} FROM edited
), changed AS (
  SELECT 'asset:' || identifier AS subject, before, after FROM written
), imported AS (
  SELECT count(*) FILTER (WHERE before IS NULL) AS created, count(*) FILTER (WHERE before IS NOT NULL) AS changed,
    encode(sha256(convert_to(string_agg(${ROW_TEXT}, E'\\n' ORDER BY subject), 'UTF8')), 'hex') AS digest
  FROM changed HAVING count(*) > 0
), entry AS (${auditStatement({
    note: "$4",
    changed: "imported",
    before: "NULL::jsonb",
    after:
      "jsonb_build_object('created', imported.created, 'changed', imported.changed, 'rowsDigest', imported.digest)",
  })}
  RETURNING id
), audited AS (
  INSERT INTO audit_row (entry_id, subject, before, after)
  SELECT entry.id, changed.subject, changed.before, changed.after FROM entry, changed ORDER BY changed.subject
)
SELECT (SELECT count(*)::int FROM created) AS created, (SELECT count(*)::int FROM edited) AS edited`,
};
