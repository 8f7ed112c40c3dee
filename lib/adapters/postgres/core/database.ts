import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { withDatabase } from "./database-errors";
import { PrismaClient } from "./generated/client";

/** One pool for everything: SQL on the hot paths, Prisma for plain reading and writing (decision 0011). */
export interface Database {
  readonly pool: pg.Pool;
  readonly prisma: ReturnType<typeof createPrisma>;
  close(): Promise<void>;
}

/** For programs without settings. */
const POOL_CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 4_000;

/**
 * Makes a pool that connects when it is first used and survives a database that goes away and comes back.
 * @param options.onIdleError called for connections that died while nobody used them
 * @param options.connectionsMax size of the pool; a call that finds no free connection waits up to 3 s
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
    // Whoever stops in the middle of a transaction must not hold up the others for long.
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: LOCK_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    // What is sent on one connection without waiting is on its way at once (decision 0043).
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

/** Its calls throw DomainError `database-unavailable`, as those of `createQuery` do. */
const createPrisma = (pool: pg.Pool) =>
  new PrismaClient({ adapter: new PrismaPg(pool) }).$extends({
    query: { $allOperations: ({ args, query }) => withDatabase(() => query(args)) },
  });
