import type pg from "pg";

/** A statement with values by which it neither finds nor changes anything. */
export interface Rehearsal {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** After five runs PostgreSQL decides whether a plan serves all values. */
const RUNS = 6;

/**
 * Opens connections of a pool and has the statements planned on each, for PostgreSQL keeps plans and catalogs per connection.
 * They stay open as long as idle connections do.
 */
export async function warmConnections(
  pool: pg.Pool,
  connectionsMax: number,
  rehearsals: readonly Rehearsal[],
): Promise<void> {
  const count = Math.min(connectionsMax, pool.options.max);
  const opening = Array.from({ length: count }, () => pool.connect());
  const opened = (await Promise.allSettled(opening)).flatMap((each) =>
    each.status === "fulfilled" ? [each.value] : [],
  );
  try {
    await Promise.all(opening);
    await Promise.all(opened.map((client) => rehearse(client, rehearsals)));
  } finally {
    for (const client of opened) client.release();
  }
}

async function rehearse(client: pg.ClientBase, rehearsals: readonly Rehearsal[]): Promise<void> {
  for (const { name, text, values } of rehearsals) {
    for (let run = 0; run < RUNS; run += 1) await client.query({ name, text, values: [...values] });
  }
}
