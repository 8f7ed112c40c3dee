import type pg from "pg";
import type {
  Asset,
  AssetEdit,
  AssetImport,
  AssetNote,
  AssetRepository,
  AssetSelection,
} from "@/lib/assets/ports/assets";
import type { Page } from "@/lib/kernel/rules/page";
import { auditParameter } from "../core/audit-statement";
import { patternOf } from "../core/contains-text";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";
import { inTransaction, onConnection } from "../core/transaction";
import { IMPORT_ASSETS, IMPORT_LOCK } from "./asset-import-statement";
import { ASSET_STATEMENTS } from "./asset-statements";

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
    ...{ id, ...after, name_before: before.name },
    ...{ description_before: before.description, folder_before: before.folder },
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
