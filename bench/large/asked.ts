import type pg from "pg";
import type { Samples } from "./samples";

/** The page size that the API requests; the extra row shows whether there is another page. */
export const PAGE = 101;
/** Small enough that 10,000 documents fill it too, even if a filter leaves only a few rows. */
export const SHORT_PAGE = 11;

/** A filled database, and the rows in it that the measured calls use. */
export interface Filled {
  readonly pool: pg.Pool;
  readonly samples: Samples;
}

/** A product call that is measured with few documents and with many. */
export interface Asked {
  readonly what: string;
  readonly run: (filled: Filled) => Promise<unknown>;
}

/** Wraps calls of one adapter, which is created once per database. */
export function callsOf<Adapter>(
  create: (pool: pg.Pool) => Adapter,
  calls: readonly (readonly [string, (adapter: Adapter, samples: Samples) => Promise<unknown>])[],
): readonly Asked[] {
  const adapters = new Map<pg.Pool, Adapter>();
  const adapterOf = (pool: pg.Pool) => {
    const adapter = adapters.get(pool) ?? create(pool);
    adapters.set(pool, adapter);
    return adapter;
  };
  return calls.map(([what, call]) => ({
    what,
    run: ({ pool, samples }) => call(adapterOf(pool), samples),
  }));
}

/** Wraps a writing statement in a transaction that is rolled back. */
export const undone = (
  what: string,
  statement: { readonly text: string; readonly name?: string },
  valuesOf: (samples: Samples) => unknown[],
): Asked => ({
  what,
  async run({ pool, samples }) {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query({ ...statement, values: valuesOf(samples) });
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  },
});
