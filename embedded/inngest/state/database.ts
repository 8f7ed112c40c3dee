import { createHash } from "node:crypto";
import pg from "pg";

const CONNECTIONS_MAX = 8;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;

const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;

/** Rows are used as they come: bigints as numbers (positions stay far below 2^53), times as ISO-8601. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid !== TIMESTAMPTZ) return pg.types.getTypeParser(oid, format);
    const parse = pg.types.getTypeParser(TIMESTAMPTZ);
    return (text: string) => parse(text).toISOString();
  },
};

/** A column's time in a list of columns, in Unix milliseconds. */
export const epochMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;

/** What the owner's connections are called, so that its successor finds those that outlive it. */
export const OWNER_APPLICATION_NAME = "stagedoor-inngest-owner";

/** One connection inside a transaction, or the pool outside of one. */
export interface Queryable {
  /** The text is prepared once for each connection, so there must not be ever new ones. */
  query<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

/** The owner's connections. A statement that fails rejects; its transaction may have been committed all the same. */
export interface Database extends Queryable {
  /** Commits when the work resolves; rolls back and rejects when it rejects. */
  transaction<Result>(work: (connection: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Connects when it is first used. `onIdleError` is called for connections that end while nobody uses them. */
export function createDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: OWNER_APPLICATION_NAME,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    keepAlive: true,
    types: TYPES,
  });
  pool.on("error", onIdleError);
  const nameOf = createStatementNames();
  return {
    query: queryBy(pool, nameOf),
    transaction: async (work) => {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query("begin");
        const result = await work({ query: queryBy(client, nameOf) });
        await client.query("commit");
        return result;
      } catch (error) {
        // Destroying the connection rolls back in any state, even when the server no longer answers.
        failure = error instanceof Error ? error : new Error(String(error));
        throw error;
      } finally {
        client.release(failure);
      }
    },
    close: () => pool.end(),
  };
}

/**
 * Whether the values themselves were refused, so that the same statement can never succeed: SQLSTATE classes 22 and 54
 * (values that cannot be kept, or too much of them) and 23 (values that contradict what is kept).
 */
export function isRefusedData(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return /^(22|23|54)/.test(String(error.code));
}

function queryBy(
  target: pg.Pool | pg.PoolClient,
  nameOf: (text: string) => string,
): Queryable["query"] {
  return async <Row>(text: string, values: readonly unknown[]) => {
    const result = await target.query({ name: nameOf(text), text, values: [...values] });
    return result.rows as readonly Row[];
  };
}

/** A prepared statement's name stands for exactly one text. */
function createStatementNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url");
    names.set(text, name);
    return name;
  };
}
