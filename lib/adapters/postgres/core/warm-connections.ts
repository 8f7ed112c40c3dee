import type pg from "pg";
import { onConnection } from "./transaction";

/** A statement with values that match no row and change nothing. */
export interface Rehearsal {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** PostgreSQL decides after five runs whether to use a generic plan. */
const RUNS = 6;

/**
 * Opens connections of a pool and plans the statements on each, because PostgreSQL caches plans and catalogs per
 * connection. The connections stay open like other idle ones. Resolves when all of them have planned the statements; a
 * connection that fails is closed.
 * @throws DomainError `database-unavailable`
 */
export async function warmConnections(
  pool: pg.Pool,
  connectionsMax: number,
  rehearsals: readonly Rehearsal[],
): Promise<void> {
  const count = Math.min(connectionsMax, pool.options.max);
  const settled = await Promise.allSettled(
    Array.from({ length: count }, () =>
      onConnection(pool, (client) => rehearse(client, rehearsals)),
    ),
  );
  const failed = settled.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function rehearse(client: pg.ClientBase, rehearsals: readonly Rehearsal[]): Promise<void> {
  for (const { name, text, values } of rehearsals) {
    for (let run = 0; run < RUNS; run += 1) await client.query({ name, text, values: [...values] });
  }
}
