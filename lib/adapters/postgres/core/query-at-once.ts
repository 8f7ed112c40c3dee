import { Writable } from "node:stream";
import type pg from "pg";
import type { Statement } from "./query";

/**
 * Sends statements one after another without waiting for their results, which takes a single round trip. PostgreSQL runs
 * each when the previous one has ended. If one fails inside a transaction, all following ones fail until the transaction
 * ends, and a COMMIT stores nothing.
 * @returns the result of each statement
 * @throws the first error, after all results have arrived
 */
export async function queryAtOnce(
  client: pg.ClientBase,
  statements: readonly (string | Statement | pg.QueryConfig)[],
): Promise<readonly pg.QueryResult[]> {
  const stream = streamOf(client);
  stream?.cork();
  const queries = statements.map((statement) => client.query(statement));
  stream?.uncork();
  const answers = await Promise.allSettled(queries);
  return answers.map((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
}

/**
 * Returns the connection's stream, which is corked so that all statements are sent in one write. pg does this for the
 * parts of one statement but has no option for several statements.
 */
function streamOf(client: pg.ClientBase): Writable | null {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
  return stream instanceof Writable ? stream : null;
}
