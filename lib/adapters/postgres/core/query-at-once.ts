import { Writable } from "node:stream";
import type pg from "pg";

/**
 * Sends statements one after another without waiting for their results: a single round trip. PostgreSQL runs each when
 * the previous one has ended. If one fails inside a transaction, so do all the following ones until its end, and a COMMIT
 * stores nothing.
 * @returns the result of each
 * @throws the first error, after all results have arrived
 */
export async function queryAtOnce(
  client: pg.ClientBase,
  statements: readonly (string | pg.QueryConfig)[],
): Promise<readonly pg.QueryResult[]> {
  const stream = streamOf(client);
  stream?.cork();
  const asked = statements.map((statement) => client.query(statement));
  stream?.uncork();
  const answers = await Promise.allSettled(asked);
  return answers.map((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
}

/**
 * Corking this stream sends all statements in one write; pg does this for the parts of one statement but has no option
 * for several.
 */
function streamOf(client: pg.ClientBase): Writable | null {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
  return stream instanceof Writable ? stream : null;
}
