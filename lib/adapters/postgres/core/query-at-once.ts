import { Writable } from "node:stream";
import type pg from "pg";

/**
 * Sends statements one behind the other without waiting for their answers, which come together: one way there and back.
 * PostgreSQL begins each when the one before it has ended. Once one fails inside of a transaction, so does everything behind it
 * until the end of the transaction, and a COMMIT keeps nothing.
 * @returns the answer to each
 * @throws what the first one that failed says, once all are answered
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

/** So that all statements leave in one write; pg, which does so for the parts of one statement, has no way to say it. */
function streamOf(client: pg.ClientBase): Writable | null {
  const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
  return stream instanceof Writable ? stream : null;
}
