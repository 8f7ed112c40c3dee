import type pg from "pg";
import { beforeAll } from "vitest";
import { prepareDatabase, type Throwaway } from "./prepare-database.fixture";

/**
 * Fills one migrated database before the tests of a `describe`, for plans as PostgreSQL makes them of many rows; the last
 * statement should be a VACUUM ANALYZE.
 * @returns what answers its pool once it is filled
 */
export function fillDatabase(
  createThrowaway: (serverUrl: string) => Promise<Throwaway>,
  statements: readonly string[],
): () => pg.Pool {
  const openEmptyDatabase = prepareDatabase(createThrowaway);
  let filled: pg.Pool | null = null;
  beforeAll(async () => {
    const { pool } = await openEmptyDatabase();
    for (const text of statements) await pool.query(text);
    filled = pool;
  });
  return () => {
    if (!filled) throw new Error("the database is not filled yet");
    return filled;
  };
}
