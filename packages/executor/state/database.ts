import { createHash } from "node:crypto";
import pg from "pg";

const CONNECTIONS_MAX = 8;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Each connection keeps 3 MB of the server's memory. */
const IDLE_TIMEOUT_MS = 60_000;

const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;

/** Rows are used as PostgreSQL returns them: bigints as numbers (positions stay far below 2^53), times as ISO-8601. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid !== TIMESTAMPTZ) return pg.types.getTypeParser(oid, format);
    const parse = pg.types.getTypeParser(TIMESTAMPTZ);
    return (text: string) => parse(text).toISOString();
  },
};

/** Returns the SQL for a column's time in Unix milliseconds, for use in a list of columns. */
export const epochMs = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;

/**
 * Returns the application name of the owner's connections. The next owner uses it to find connections that have outlived
 * the owner.
 */
export const ownerConnectionName = (connectionName: string) => `${connectionName}-owner`;

/** One connection in a transaction, or the pool outside a transaction. */
export interface Queryable {
  /** Each statement is prepared once per connection, so the number of different statements must stay small. */
  query<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

/** The owner's connections. If a statement fails, the call rejects, although its transaction may have been committed. */
export interface Database extends Queryable {
  /** Commits if the work resolves; rolls back and rejects if the work rejects. */
  transaction<Result>(work: (connection: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Creates a database that connects when first used. `onIdleError` is called for connections that end while idle. */
export function createDatabase(
  url: string,
  connectionName: string,
  onIdleError: (error: Error) => void,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: ownerConnectionName(connectionName),
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
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
        // Destroying the connection rolls the transaction back in any state, even if the server no longer responds.
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
 * Returns whether PostgreSQL rejected the values themselves, so that the same statement can never succeed: SQLSTATE
 * classes 22 and 54 (values that cannot be stored, or are too large) and 23 (values that contradict stored data).
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

/** The name of a prepared statement must belong to exactly one statement. */
function createStatementNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url");
    names.set(text, name);
    return name;
  };
}
