import pg from "pg";
import { fillStatements, type LargeSize } from "./fill-statements";

/**
 * The settings of the one connection that fills the database: more memory for sorts, no waiting for the disk, and no
 * foreign key checks.
 */
const SETTINGS = `
SET synchronous_commit = off; SET work_mem = '768MB'; SET maintenance_work_mem = '768MB';
SET max_parallel_workers_per_gather = 0; SET max_parallel_maintenance_workers = 0; SET jit = off;
SET session_replication_role = replica`;

/** Finds the indexes that only make queries faster. They are dropped, and rebuilt after the rows are inserted. */
const FIND_INDEXES = `
SELECT pg_get_indexdef(index.indexrelid) AS definition, index.indexrelid::regclass::text AS name
FROM pg_index AS index JOIN pg_class AS tables ON tables.oid = index.indrelid
WHERE tables.relnamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = index.indexrelid)`;

/**
 * Inserts rows directly into a migrated, empty database, because creating a million documents through the API would take
 * hours.
 * @param options.signal stops the insertion between two statements
 */
export async function fillDatabase(
  databaseUrl: string,
  size: LargeSize,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(SETTINGS);
    const { rows } = await client.query<{ definition: string; name: string }>(FIND_INDEXES);
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
    for (const text of [...fillStatements(size), ...rows.map(({ definition }) => definition)]) {
      signal.throwIfAborted();
      await client.query(text);
    }
    await client.query("VACUUM (ANALYZE, FREEZE)");
  } finally {
    await client.end();
  }
}

/** Counts the rows, and measures the disk space they take. */
export async function describeSize(databaseUrl: string): Promise<{
  readonly documents: number;
  readonly changes: number;
  readonly notifications: number;
  readonly attempts: number;
  readonly bytes: number;
}> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const count = (table: string) => `(SELECT count(*)::int FROM ${table})`;
    const { rows } = await client.query(`
SELECT ${count("staged_document")} AS documents, ${count("status_change")} AS changes,
  ${count("notification")} AS notifications, ${count("delivery_attempt")} AS attempts,
  pg_database_size(current_database())::float8 AS bytes`);
    return rows[0];
  } finally {
    await client.end();
  }
}
