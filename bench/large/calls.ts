import type pg from "pg";
import type { Statement } from "@/lib/adapters/postgres/core/query";
import { VIEWER_ID } from "./fill-database";

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
export interface Call {
  readonly what: string;
  /** Whether it counts documents of which a larger database has more. Such counts have no target. */
  readonly isGrowingCount?: boolean;
  readonly run: (filled: Filled) => Promise<unknown>;
}

/** Calls of one adapter, by what they do. */
export type NamedCalls<Adapter> = Readonly<
  Record<string, (adapter: Adapter, samples: Samples) => Promise<unknown>>
>;

/** Combines calls with different names. */
export const allOf = <Adapter>(calls: readonly NamedCalls<Adapter>[]): NamedCalls<Adapter> =>
  Object.assign({}, ...calls);

/** Wraps calls of one adapter, which is created once per database. */
export function callsOf<Adapter>(
  create: (pool: pg.Pool) => Adapter,
  calls: NamedCalls<Adapter>,
  { isGrowingCount = false } = {},
): readonly Call[] {
  const adapters = new Map<pg.Pool, Adapter>();
  const adapterOf = (pool: pg.Pool) => {
    const adapter = adapters.get(pool) ?? create(pool);
    adapters.set(pool, adapter);
    return adapter;
  };
  return Object.entries(calls).map(([what, call]) => ({
    what,
    isGrowingCount,
    run: ({ pool, samples }) => call(adapterOf(pool), samples),
  }));
}

/** Wraps a writing statement in a transaction that is rolled back. */
export const undone = (what: string, statementFor: (samples: Samples) => Statement): Call => ({
  what,
  async run({ pool, samples }) {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(statementFor(samples));
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  },
});

/** The rows of a filled database that the measured calls use. */
export interface Samples {
  /** A document from the middle of the table, with a long history. */
  readonly document: { readonly uuid: string; readonly updatedAt: Date; readonly createdAt: Date };
  /** A notification from the middle of the table, and a pending one. */
  readonly notification: { readonly id: string; readonly createdAt: Date };
  readonly pendingId: string;
  readonly lastSequence: bigint;
  readonly lastChangeId: bigint;
  /** 250 documents from all over the table, as many as the sweep requests at a time. */
  readonly uuids: readonly string[];
  readonly now: Date;
}

/** The viewers of the cockpit: an administrator who visits most assets every day, and one who has never visited any. */
export const VIEWERS = {
  visits: { userId: VIEWER_ID, since: new Date(0) },
  never: { userId: "00000000-0000-7000-8000-0000000000ff", since: new Date(0) },
};

const SAMPLE = `
WITH middle AS (
  SELECT uuid, updated_at, created_at FROM staged_document
  WHERE updated_at >= now() - interval '1 year' AND status = 5 ORDER BY updated_at, uuid LIMIT 1
), past AS (
  SELECT id, created_at FROM notification WHERE created_at >= now() - interval '1 year' ORDER BY created_at, id LIMIT 1
)
SELECT middle.*, past.id AS notification_id, past.created_at AS notified_at,
  (SELECT id FROM notification WHERE state = 'pending' LIMIT 1) AS pending_id,
  (SELECT max(sequence) FROM status_change) AS last_sequence, (SELECT max(id) FROM status_change) AS last_change_id,
  ARRAY(SELECT uuid FROM staged_document ORDER BY md5(uuid::text) LIMIT 250)::text[] AS uuids, now() AS now
FROM middle, past`;

interface SampleRow {
  readonly uuid: string;
  readonly updated_at: Date;
  readonly created_at: Date;
  readonly notification_id: string;
  readonly notified_at: Date;
  readonly pending_id: string;
  readonly last_sequence: string;
  readonly last_change_id: string;
  readonly uuids: string[];
  readonly now: Date;
}

/** Chooses the rows. @throws Error if the database is not filled */
export async function readSamples(pool: pg.Pool): Promise<Samples> {
  const [row] = (
    await pool.query<SampleRow>({ text: SAMPLE, query_timeout: 60_000 } as pg.QueryConfig)
  ).rows;
  if (!row) throw new Error("The database is not filled.");
  return {
    document: { uuid: row.uuid, updatedAt: row.updated_at, createdAt: row.created_at },
    notification: { id: row.notification_id, createdAt: row.notified_at },
    pendingId: row.pending_id,
    lastSequence: BigInt(row.last_sequence),
    lastChangeId: BigInt(row.last_change_id),
    uuids: row.uuids,
    now: row.now,
  };
}
