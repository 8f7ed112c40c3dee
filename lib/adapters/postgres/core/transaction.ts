import type pg from "pg";
import { withDatabase } from "./database-errors";

/**
 * Runs the work in a READ COMMITTED transaction on one connection, in which each statement sees what was committed before
 * it started. If the work throws, nothing is stored.
 */
export function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return onConnection(pool, async (client) => {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  });
}

/**
 * Lends a connection to the work. If the work fails, the connection is closed, which rolls back its transaction even if
 * the connection hangs.
 * @throws DomainError `database-unavailable`; other errors are rethrown unchanged
 */
export function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return withDatabase(async () => {
    const client = await pool.connect();
    // When a connection dies, its current statement fails, and it also emits an error event, which would end the process
    // if there were no listener.
    client.on("error", ignoreEvent);
    let failure: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      failure = error instanceof Error ? error : new Error("a transaction failed");
      throw error;
    } finally {
      if (!failure) client.removeListener("error", ignoreEvent);
      client.release(failure);
    }
  });
}

const ignoreEvent = () => undefined;
