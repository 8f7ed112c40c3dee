import type pg from "pg";
import { beforeAll } from "vitest";
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
 * Fills one migrated database before the tests of a `describe`, so that PostgreSQL plans for many rows. The last
 * statement should be VACUUM ANALYZE.
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
    for (const text of [UNHURRIED, NOT_SEARCHED, ...statements]) {
      const unhurried = { text, query_timeout: FILL_TIMEOUT_MS };
      await client.query(unhurried);
    }
    client.release(true);
    filled = pool;
  });
  return () => {
    if (!filled) throw new Error("the database is not filled yet");
    return filled;
  };
}
