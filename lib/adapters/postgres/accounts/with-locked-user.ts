import type pg from "pg";
import sql from "sql-template-tag";
import { statement } from "../core/query";
import { inTransaction } from "../core/transaction";

/**
 * Runs the work in a transaction that locks the user's row, if the user exists. Starting a session takes the same lock:
 * each statement of the work sees every session that has started, and no session starts until the transaction ends.
 */
export function withLockedUser<T>(
  pool: pg.Pool,
  userId: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_USER({ userId }));
    return work(client);
  });
}

const LOCK_USER = statement<{ userId: string }>(
  null,
  ({ userId }) => sql`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`,
);
