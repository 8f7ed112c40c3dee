import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { withDatabase } from "./database-errors";
import { PrismaClient } from "./generated/client";

/** One connection pool for everything: SQL on the hot paths, and Prisma for simple reads and writes (decision 0011). */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: ReturnType<typeof createPrisma>;
  close(): Promise<void>;
}

/** The default for programs that do not read the settings. */
const POOL_CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 4_000;

/**
 * Creates a pool that connects on first use and survives a restart of the database.
 * @param options.onIdleError called when an idle connection fails
 * @param options.connectionsMax the size of the pool; a call waits up to 3 s for a free connection
 * @param options.poolOptions for tests that count statements
 */
export function createDatabase(
  url: string,
  options: {
    onIdleError: (error: Error) => void;
    connectionsMax?: number;
    poolOptions?: pg.PoolConfig;
  },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? POOL_CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // If a client stops in the middle of a transaction, others must not wait long for its locks.
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: LOCK_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    // Sends the statements of one connection without waiting for the results of earlier ones (decision 0043).
    pipeline: true,
    ...options.poolOptions,
  });
  pool.on("error", options.onIdleError);
  const prisma = createPrisma(pool);
  return {
    pool,
    prisma,
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Creates a Prisma client whose calls throw DomainError `database-unavailable` if the database cannot be reached, like
 * those of `createQuery`.
 */
const createPrisma = (pool: pg.Pool) =>
  new PrismaClient({ adapter: new PrismaPg(pool) }).$extends({
    query: { $allOperations: ({ args, query }) => withDatabase(() => query(args)) },
  });
