import pg from "pg";
import { PLAN_MODES, planOf } from "@/lib/adapters/postgres/core/plan-of.fixture";
import { createStagedDocumentRepository } from "@/lib/adapters/postgres/documents/staged-document-repository";
import { systemIds } from "@/lib/adapters/system";
import { STATUS } from "@/lib/documents/rules/status";
import { moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { medianOf, timed, timeInTurns } from "../report/times";
import type { Call, Filled } from "./calls";
import { LARGEST_ASSET } from "./fill-database";

/** The median times of one call with few documents and with many, in ms. */
export interface ReadFigures {
  readonly what: string;
  readonly isGrowingCount: boolean;
  readonly smallMs: number;
  readonly largeMs: number;
}

/** PostgreSQL plans a named statement for its actual values five times before it may use a generic plan. */
const WARM_UP_ROUNDS = 7;

/** Measures every call in both databases in turn, so that a burst of other load affects both alike. */
export async function measureReads(
  calls: readonly Call[],
  { small, large }: { readonly small: Filled; readonly large: Filled },
  { rounds, signal }: { readonly rounds: number; readonly signal: AbortSignal },
): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  for (const { what, isGrowingCount = false, run } of calls) {
    const sides = [small, large].map((filled) => ({ what, run: () => run(filled) }));
    const rows = await timeInTurns(sides, rounds, { signal, warmUpRounds: WARM_UP_ROUNDS });
    const [smallMs = 0, largeMs = 0] = rows.map(({ times }) => times.p50Ms);
    figures.push({ what, isGrowingCount, smallMs, largeMs });
  }
  return figures;
}

/** The median rates in both databases, in writes per second. */
export interface WriteFigures {
  readonly what: string;
  readonly emptyPerSecond: number;
  readonly largePerSecond: number;
}

const BATCH = 200;
const CALLERS = 8;
const WRITE_WARM_UP_ROUNDS = 3;
const DAY_MS = 86_400_000;

type Name = "empty" | "large";

/**
 * Creates documents for the largest asset and reports them with the product's own statements, one batch in each database
 * in turn. Their names are as long as those of the inserted documents: shorter rows would each go into the gap at the end
 * of a different old page, which happens only right after an insertion of a million rows. The rows are not removed.
 */
export async function measureWrites(
  pools: Readonly<Record<Name, pg.Pool>>,
  { rounds, signal }: { readonly rounds: number; readonly signal: AbortSignal },
): Promise<WriteFigures[]> {
  const creates: Record<Name, number[]> = { empty: [], large: [] };
  const reports: Record<Name, number[]> = { empty: [], large: [] };
  for (let round = -WRITE_WARM_UP_ROUNDS; round < rounds; round += 1) {
    signal.throwIfAborted();
    // The first database in a round may be slowed down by the previous round's writes, so the order alternates.
    const order: Name[] = round % 2 === 0 ? ["empty", "large"] : ["large", "empty"];
    for (const name of order) {
      const writer = createWriter(pools[name]);
      const uuids = Array.from({ length: BATCH }, () => systemIds.uuid());
      const createMs = await timeAll(uuids, writer.create);
      const reportMs = await timeAll(uuids, writer.report);
      if (round < 0) continue;
      creates[name].push(createMs);
      reports[name].push(reportMs);
    }
  }
  return [toWriteFigures("create", creates), toWriteFigures("report", reports)];
}

function createWriter(pool: pg.Pool) {
  const documents = createStagedDocumentRepository(pool);
  const author = { actor: "api-key:bench", requestId: systemIds.uuid() };
  const nameOf = (uuid: string) =>
    `lease-1${(Number.parseInt(uuid.slice(-5), 16) % 900_000) + 100_000}.pdf`;
  return {
    create: (uuid: string) => {
      const at = new Date();
      const uploadExpiresAt = new Date(at.getTime() + DAY_MS);
      return documents.create(
        { uuid, assetIdentifier: LARGEST_ASSET, name: nameOf(uuid), folder: null, uploadExpiresAt },
        { ...author, move: moveBetween(null, STATUS.waitingForUpload), reason: "created", at },
      );
    },
    report: (uuid: string) =>
      documents.compareAndSetStatus({
        ...author,
        uuid,
        move: moveBetween(STATUS.waitingForUpload, STATUS.uploadSuccessful),
        reason: "reported",
        at: new Date(),
        file: {
          sizeBytes: 12,
          contentType: "application/pdf",
          objectKey: `staged/${uuid}`,
          versionId: "1",
        },
      }),
  };
}

/**
 * Returns how many milliseconds several concurrent callers take for all writes. Each caller begins the next write when
 * its previous one has ended.
 */
function timeAll(
  uuids: readonly string[],
  write: (uuid: string) => Promise<unknown>,
): Promise<number> {
  const rest = [...uuids];
  const call = async () => {
    for (let uuid = rest.pop(); uuid !== undefined; uuid = rest.pop()) await write(uuid);
  };
  return timed(() => Promise.all(Array.from({ length: CALLERS }, call)));
}

const toWriteFigures = (what: string, times: Readonly<Record<Name, number[]>>): WriteFigures => ({
  what,
  emptyPerSecond: perSecond(times.empty),
  largePerSecond: perSecond(times.large),
});

const perSecond = (timesMs: readonly number[]) => (BATCH / medianOf(timesMs)) * 1000;

/**
 * The tables that have a row for each document, change, notification or key. Assets and visits are few. The tables for
 * processing are empty here, so their plans are not covered. Counts per asset grow only with the number of assets.
 */
const FIND_GROWN = `
SELECT relname AS name FROM pg_class
WHERE relname IN ('staged_document', 'status_change', 'notification', 'delivery_attempt', 'idempotency_key',
  'document_search', 'document_name_parts')
  AND reltuples >= 1000`;
const PLANNED = /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)/;

/**
 * Returns a pattern that matches a sequential scan of a table that has grown large. Scanning a few hundred rows is fine.
 */
export async function findScanPattern(pool: pg.Pool): Promise<RegExp> {
  const { rows } = await pool.query<{ name: string }>(FIND_GROWN);
  return new RegExp(`Seq Scan on (${rows.map(({ name }) => name).join("|")})\\b`);
}

/**
 * Makes the call once and requests the custom and the generic plan for each of its statements.
 * @returns the plans that scan a growing table
 */
export async function findScans(
  { what, run }: Call,
  filled: Filled,
  { pool, record }: RecordingPool,
  scan: RegExp,
): Promise<readonly string[]> {
  const sent = await record(() => run(filled));
  const scans: string[] = [];
  for (const statement of sent.filter(({ text }) => PLANNED.test(text))) {
    for (const plan of await plansOf(pool, statement)) {
      if (scan.test(plan)) scans.push(`${what}:\n${statement.text}\n${plan}`);
    }
  }
  return scans;
}

function plansOf(pool: pg.Pool, statement: SentStatement): Promise<string[]> {
  const modes = statement.name === undefined ? (["force_custom_plan"] as const) : PLAN_MODES;
  return Promise.all(modes.map((mode) => planOf(pool, mode, statement)));
}

/** A statement as it was sent. */
export interface SentStatement {
  readonly text: string;
  /** If a statement has no name, PostgreSQL always plans it for its actual values. */
  readonly name: string | undefined;
  readonly values: readonly unknown[];
}

/** A pool that records the statements sent through it. */
export interface RecordingPool {
  readonly pool: pg.Pool;
  /** Returns the statements that `work` sends, in order. */
  record(work: () => Promise<unknown>): Promise<readonly SentStatement[]>;
}

const CONNECTIONS_MAX = 4;
const TIMEOUT_MS = 60_000;

/** Creates a pool whose connections behave like the product's but have a longer statement timeout. */
export function createRecordingPool(databaseUrl: string): RecordingPool {
  let sent: SentStatement[] | null = null;
  class RecordingClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const send = this.query.bind(this) as (...query: unknown[]) => unknown;
      const record = (...query: unknown[]) => {
        const statement = toStatement(query);
        if (sent && statement) sent.push(statement);
        return send(...query);
      };
      Object.assign(this, { query: record });
    }
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    statement_timeout: TIMEOUT_MS,
    Client: RecordingClient,
  });
  // Ctrl-C also reaches the server, which then closes idle connections. A query on a closed one then fails.
  pool.on("error", () => undefined);
  return {
    pool,
    async record(work) {
      const recorded: SentStatement[] = [];
      sent = recorded;
      try {
        await work();
      } finally {
        sent = null;
      }
      return recorded;
    },
  };
}

function toStatement([first, second]: readonly unknown[]): SentStatement | null {
  if (typeof first === "string") {
    const values = Array.isArray(second) ? second : [];
    return { text: first, name: undefined, values };
  }
  if (typeof first !== "object" || first === null || !("text" in first)) return null;
  const { text, name, values } = first as pg.QueryConfig;
  return { text, name, values: values ?? (Array.isArray(second) ? second : []) };
}
