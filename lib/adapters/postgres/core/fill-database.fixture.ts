import type pg from "pg";
import { beforeAll } from "vitest";
import { FIND_INDEXES } from "./plan-of.fixture";
import { prepareDatabase, type Throwaway } from "./prepare-database.fixture";

/**
 * Filling takes longer than the product's statements may take, especially on a busy machine. The test's own timeout
 * limits it.
 */
const UNHURRIED = "SET statement_timeout = 0";
const FILL_TIMEOUT_MS = 600_000;

/**
 * Running this trigger takes most of the time when filling. It is not needed, because the tests of the search write their
 * own rows.
 */
const NOT_SEARCHED = "ALTER TABLE staged_document DISABLE TRIGGER staged_document_created";

/**
 * Fills one migrated database before the tests of a `describe`, so that PostgreSQL plans for many rows. VACUUM
 * ANALYZE should be among the statements; it runs last, when the indexes are there again.
 * @returns a function that returns the pool of the filled database
 */
export function fillDatabase(
  createThrowaway: (serverUrl: string) => Promise<Throwaway>,
  statements: readonly string[],
): () => pg.Pool {
  const openEmptyDatabase = prepareDatabase(createThrowaway);
  let filled: pg.Pool | null = null;
  beforeAll(async () => {
    const { pool } = await openEmptyDatabase();
    const client = await pool.connect();
    const run = async (texts: readonly string[]) => {
      for (const text of texts) {
        const unhurried = { text, query_timeout: FILL_TIMEOUT_MS };
        await client.query(unhurried);
      }
    };
    const isLast = (text: string) => text.startsWith("VACUUM");
    if (!statements.some(isLast)) throw new Error("no statement begins with VACUUM");
    const { rows: indexes } = await client.query<{ definition: string; name: string }>(
      FIND_INDEXES,
    );
    await run([UNHURRIED, NOT_SEARCHED, ...indexes.map(({ name }) => `DROP INDEX ${name}`)]);
    await run(statements.filter((text) => !isLast(text)));
    await run([...indexes.map(({ definition }) => definition), ...statements.filter(isLast)]);
    client.release(true);
    filled = pool;
  });
  return () => {
    if (!filled) throw new Error("the database is not filled yet");
    return filled;
  };
}
