import type pg from "pg";
import { withDatabase } from "./database-errors";

/**
 * Runs the work in one READ COMMITTED transaction on one connection: each statement sees what was committed before it
 * began. Nothing is kept when the work throws.
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
 * Lends a connection to the work. One on which something failed is closed: that rolls back whatever it held, even when it hangs.
 * @throws DomainError `database-unavailable`; everything else as it was
 */
export function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return withDatabase(async () => {
    const client = await pool.connect();
    // A connection that dies says so twice: to the statement that waits, and as an event that ends a process which ignores it.
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
