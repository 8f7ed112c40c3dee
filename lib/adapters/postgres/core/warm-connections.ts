import type pg from "pg";
import type { Statement } from "./query";
import { onConnection } from "./transaction";

/** PostgreSQL decides after five runs whether to use a generic plan. */
const RUNS = 6;

/**
 * Opens connections of a pool and plans the statements on each, because PostgreSQL caches plans per connection. The
 * statements come with values by which they change nothing. A connection that fails is closed.
 * @throws DomainError `database-unavailable`
 */
export async function warmConnections(
  pool: pg.Pool,
  count: number,
  statements: readonly (Statement | pg.QueryConfig)[],
): Promise<void> {
  const runs = Array<typeof statements>(RUNS).fill(statements).flat();
  const plan = async (client: pg.ClientBase) => {
    for (const statement of runs) await client.query(statement);
  };
  await Promise.all(Array.from({ length: count }, () => onConnection(pool, plan)));
}
