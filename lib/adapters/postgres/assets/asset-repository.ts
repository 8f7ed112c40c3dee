import type pg from "pg";
import sql, { raw, type Sql } from "sql-template-tag";
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
import { createQuery, type Places, type Statement, statement } from "../core/query";
import { inTransaction, onConnection } from "../core/transaction";
import { inFolder } from "./in-folder";

/** Stores assets in PostgreSQL. */
export function createAssetRepository({ prisma, pool }: Database): AssetRepository {
  const query = createQuery(pool);
  const rows = async (statement: Statement) =>
    (await query<Asset & Record<string, unknown>>(statement)).rows;
  const one = async (statement: Statement) => (await rows(statement))[0] ?? null;
  const find = (id: string) => one(ASSET_STATEMENTS.find({ id }));
  return {
    count: () => prisma.asset.count(),
    create: (asset, note) => one(ASSET_STATEMENTS.create({ ...asset, note: auditParameter(note) })),
    find,
    findByIdentifier: (identifier) => one(ASSET_STATEMENTS.findByIdentifier({ identifier })),
    findByIdentifiers: (identifiers) => rows(ASSET_STATEMENTS.findByIdentifiers({ identifiers })),
    list: (...parameters) => rows(listQuery(...parameters)),
    update: (id, edit, note) => one(updateStatement(id, edit, note)),
    amend: (id, { isArchived, at, ...texts }, { edited, archived }) =>
      inTransaction(pool, async (client) => {
        const updated = await client.query<Asset>(updateStatement(id, { ...texts, at }, edited));
        const archiving = { id, isArchived, at, note: parameterOf(archived) };
        const { rows: changed } = await client.query<Asset>(
          ASSET_STATEMENTS.setArchived(archiving),
        );
        return changed[0] ?? updated.rows[0] ?? null;
      }),
    async setArchived(id, archiving, note) {
      const values = { id, ...archiving, note: parameterOf(note) };
      return (await one(ASSET_STATEMENTS.setArchived(values))) ?? find(id);
    },
    import: (changes, note) => importAssets(pool, changes, note),
  };
}

const updateStatement = (
  id: string,
  { name, description, folder, at }: AssetEdit & { at: Date },
  note: AssetNote,
) =>
  ASSET_STATEMENTS.update({
    id,
    name: name ?? null,
    description: description ?? null,
    hasFolder: folder !== undefined,
    folder: folder ?? null,
    at,
    note: parameterOf(note),
  });

function listQuery(
  { identifier, folder, name, isArchived }: AssetSelection,
  { after, limit }: Page<string>,
): Statement {
  const pattern = name === null ? null : patternOf(name);
  const page = { after: after ?? "", limit, pattern, isArchived };
  const { list, listInFolder, listOfIdentifier } = ASSET_STATEMENTS;
  if (identifier !== null) return listOfIdentifier({ ...page, identifier, folder });
  return folder === null ? list(page) : listInFolder({ ...page, folder });
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
  const writing = IMPORT_ASSETS({
    created: JSON.stringify(created),
    edited: JSON.stringify(changes),
    at,
    note: audited,
  });
  return onConnection(pool, async (client) => {
    await client.query("BEGIN");
    await client.query(LOCK_IMPORTS());
    const { rows } = await client.query(writing);
    const [written] = rows;
    const isWhole = written.created === created.length && written.edited === edited.length;
    // A conflict is expected, so it must not close the connection as a failure would.
    await client.query(isWhole ? "COMMIT" : "ROLLBACK");
    return isWhole;
  });
}

/** The columns of a row, named as in the port. */
const COLUMNS = sql`id, identifier, name, description, folder, created_at AS "createdAt", updated_at AS "updatedAt",
  archived_at AS "archivedAt"`;

/** The subject of an audit entry for a row of `changed`. */
const ASSET_SUBJECT = sql`'asset:' || changed.identifier`;

/**
 * Returns the texts of an asset that the audit log records. They are read from the columns of `row` that end with
 * `ending`.
 */
const auditedTexts = (row: string, ending = "") =>
  raw(
    `jsonb_build_object('name', ${row}.name${ending}, 'description', ${row}.description${ending}, 'folder', ${row}.folder${ending})`,
  );

/** The values of a page of assets. */
interface PageValues {
  /** The last identifier of the previous page. */
  readonly after: string;
  readonly limit: number;
  /** The pattern of the name. */
  readonly pattern: string | null;
  readonly isArchived: boolean | null;
}

const list = <Filter extends object = object>(
  name: string,
  condition: (places: Places<PageValues & Filter>) => Sql,
) =>
  statement<PageValues & Filter>(
    name,
    (places) => sql`
SELECT ${COLUMNS} FROM asset
WHERE ${condition(places)} AND identifier > ${places.after}
  AND (${places.pattern}::text IS NULL OR ${containsText("name", places.pattern)})
  AND (${places.isArchived}::boolean IS NULL OR (archived_at IS NOT NULL) = ${places.isArchived})
ORDER BY identifier LIMIT ${places.limit}`,
  );

/** The SQL statements for single assets and their lists, exported to test their query plans. */
export const ASSET_STATEMENTS = {
  create: statement<
    Pick<Asset, "id" | "identifier" | "name" | "description" | "folder" | "createdAt"> & {
      note: string;
    }
  >(
    "asset-create",
    ({ id, identifier, name, description, folder, createdAt, note }) => sql`
WITH changed AS (
  INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at)
  VALUES (${id}, ${identifier}, ${name}, ${description}, ${folder}, ${createdAt}, ${createdAt})
  ON CONFLICT DO NOTHING
  RETURNING *
), audited AS (${auditStatement({
      note,
      changed: "changed",
      before: sql`NULL::jsonb`,
      after: auditedTexts("changed"),
    })}
)
SELECT ${COLUMNS} FROM changed`,
  ),
  update: statement<{
    id: string;
    /** Null keeps the name; likewise the description. */
    name: string | null;
    description: string | null;
    /** Whether the folder changes. */
    hasFolder: boolean;
    folder: string | null;
    at: Date;
    note: string;
  }>(
    "asset-update",
    ({ id, name, description, hasFolder, folder, at, note }) => sql`
WITH previous AS MATERIALIZED (
  SELECT * FROM asset WHERE id = ${id} FOR NO KEY UPDATE
), wanted AS (
  SELECT id AS wanted_id, name AS name_before, description AS description_before, folder AS folder_before,
    COALESCE(${name}::text, name) AS name_after, COALESCE(${description}::text, description) AS description_after,
    CASE WHEN ${hasFolder}::boolean THEN ${folder}::text ELSE folder END AS folder_after
  FROM previous
), changed AS (
  UPDATE asset SET name = name_after, description = description_after, folder = folder_after, updated_at = ${at}
  FROM wanted
  WHERE id = wanted_id
    AND (name_before, description_before, folder_before) IS DISTINCT FROM (name_after, description_after, folder_after)
  RETURNING *
), audited AS (${auditStatement({
      note,
      changed: "changed",
      subject: ASSET_SUBJECT,
      before: auditedTexts("changed", "_before"),
      after: auditedTexts("changed"),
    })}
)
SELECT ${COLUMNS} FROM changed
UNION ALL
SELECT ${COLUMNS} FROM previous WHERE NOT EXISTS (SELECT FROM changed)`,
  ),
  setArchived: statement<{ id: string; isArchived: boolean; at: Date; note: string }>(
    "asset-set-archived",
    ({ id, isArchived, at, note }) => sql`
WITH changed AS (
  UPDATE asset SET archived_at = CASE WHEN ${isArchived} THEN ${at}::timestamptz END, updated_at = ${at}
  WHERE id = ${id} AND (archived_at IS NOT NULL) <> ${isArchived}
  RETURNING *
), audited AS (${auditStatement({
      note,
      changed: "changed",
      subject: ASSET_SUBJECT,
      before: sql`jsonb_build_object('isArchived', NOT ${isArchived}::boolean)`,
      after: sql`jsonb_build_object('isArchived', ${isArchived}::boolean)`,
    })}
)
SELECT ${COLUMNS} FROM changed`,
  ),
  find: statement<{ id: string }>(
    "asset-find",
    ({ id }) => sql`SELECT ${COLUMNS} FROM asset WHERE id = ${id}`,
  ),
  findByIdentifier: statement<{ identifier: string }>(
    "asset-find-by-identifier",
    ({ identifier }) => sql`SELECT ${COLUMNS} FROM asset WHERE identifier = ${identifier}`,
  ),
  findByIdentifiers: statement<{ identifiers: readonly string[] }>(
    "asset-find-by-identifiers",
    ({ identifiers }) =>
      sql`SELECT ${COLUMNS} FROM asset WHERE identifier = ANY(${identifiers}::text[])`,
  ),
  list: list("asset-list", () => sql`true`),
  listOfIdentifier: list<{ identifier: string; folder: string | null }>(
    "asset-list-identifier",
    ({ identifier, folder }) =>
      sql`identifier = ${identifier} AND (${folder}::text IS NULL OR (${inFolder(folder)}))`,
  ),
  listInFolder: list<{ folder: string }>("asset-list-folder", ({ folder }) => inFolder(folder)),
} as const;

/**
 * Each import takes this lock, so that imports wait for each other; otherwise each could hold rows that another needs.
 * The number is arbitrary, but nothing else in the product may use it.
 */
const LOCK_IMPORTS = statement(
  "asset-import-lock",
  () => sql`SELECT pg_advisory_xact_lock(${7_305_260_124})`,
);

/**
 * An expression for the text of a row of the audit log. Verification builds the same text (`auditRowText`) and computes the
 * digest again.
 */
const partOf = (value: string) => `COALESCE(octet_length(${value}) || ':' || ${value}, '-')`;
const ROW_TEXT = raw(
  `concat_ws(',', ${partOf("subject")}, ${partOf("before::text")}, ${partOf("after::text")})`,
);

const INPUT_COLUMNS = sql`id uuid, identifier text, name text, description text, folder text, name_before text, description_before text, folder_before text`;

/**
 * Writes new assets and edited ones, both as JSON. Identifiers that are in use and assets that have changed since they
 * were read are skipped, so the caller must compare the counts. The audit log gets one entry with a row for each asset.
 */
export const IMPORT_ASSETS = statement<{
  created: string;
  edited: string;
  at: Date;
  note: string;
}>(
  "asset-import",
  ({ created, edited, at, note }) => sql`
WITH created AS (
  INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at)
  SELECT id, identifier, name, description, folder, ${at}::timestamptz, ${at}::timestamptz
  FROM jsonb_to_recordset(${created}::jsonb) AS given(${INPUT_COLUMNS})
  ON CONFLICT DO NOTHING
  RETURNING *
), edited AS (
  UPDATE asset SET name = given.name, description = given.description, folder = given.folder, updated_at = ${at}::timestamptz
  FROM jsonb_to_recordset(${edited}::jsonb) AS given(${INPUT_COLUMNS})
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
    note,
    changed: "imported",
    before: sql`NULL::jsonb`,
    after: sql`jsonb_build_object('created', imported.created, 'changed', imported.changed, 'rowsDigest', imported.digest)`,
  })}
  RETURNING id
), audited AS (
  INSERT INTO audit_row (entry_id, subject, before, after)
  SELECT entry.id, changed.subject, changed.before, changed.after FROM entry, changed ORDER BY changed.subject
)
SELECT (SELECT count(*)::int FROM created) AS created, (SELECT count(*)::int FROM edited) AS edited`,
);
