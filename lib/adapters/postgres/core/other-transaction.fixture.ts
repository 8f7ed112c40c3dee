import type pg from "pg";
import { onTestFinished } from "vitest";
import type { Statement } from "./query";

const LOOKS_MAX = 2000;

/** Begins a transaction on another connection; the test commits it. */
export async function beginOther(pool: pg.Pool) {
  const client = await pool.connect();
  // If the test fails before it commits, nothing else would end the transaction.
  onTestFinished(() => client.release(true));
  await client.query("BEGIN");
  return {
    run: (statement: Statement | pg.QueryConfig, values?: unknown[]) =>
      client.query(values ? { ...statement, values } : statement),
    commit: () => client.query("COMMIT"),
  };
}

/** Resolves when a connection to this database is waiting for a lock. */
export async function untilBlocked(pool: pg.Pool): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rowCount) return;
  }
  throw new Error("nobody waits for a lock");
}
