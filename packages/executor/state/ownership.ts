import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ownerConnectionName } from "./database";
import { findLockOwner, type LockOwner, lockConnectionName } from "./lock-owner";

/** An arbitrary number that is the same for all executors of a database. */
const OWNER_LOCK = 1_230_196_037;
const POLL_INTERVAL_MS = 100;
/** The wait is not logged if the previous owner is only shutting down and releases the lock within these polls. */
const WAITING_POLLS = 10;
const CONNECT_PATIENCE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The SQLSTATE of a wrong user or password, or of a database that does not exist. Waiting does not help in these cases.
 */
const HOPELESS = /^(28|3D)/;

/** The right to own all runs of a database. It is held by a connection and lost with that connection. */
export interface Ownership {
  readonly client: pg.Client;
  release(): Promise<void>;
}

/**
 * Takes ownership. Waits up to a minute for PostgreSQL, without a limit for the lock, and then until no connection of an
 * earlier owner is left, so that nothing an earlier owner had begun can still be committed. Rejects if `signal` aborts.
 */
export async function takeOwnership(options: {
  readonly databaseUrl: string;
  readonly connectionName: string;
  readonly signal: AbortSignal;
  readonly onLost: (error: Error) => void;
  /** Called once, with the current owner, if that owner has not released the lock within a second. */
  readonly onWait: (owner: LockOwner) => void;
}): Promise<Ownership> {
  const { databaseUrl, connectionName, signal } = options;
  let isReleased = false;
  const client = await connectPatiently(databaseUrl, connectionName, signal);
  const reportLoss = (error: Error) => {
    if (isReleased) return;
    isReleased = true;
    options.onLost(error);
  };
  client.on("error", reportLoss);
  client.on("end", () => reportLoss(new Error("the connection that holds the lock has ended")));
  const release = async () => {
    isReleased = true;
    await client.end();
  };
  try {
    let polls = 0;
    while (!(await isTrue(client, `select pg_try_advisory_lock(${OWNER_LOCK}) as answer`))) {
      polls += 1;
      const owner = polls === WAITING_POLLS ? await findLockOwner(client, OWNER_LOCK) : null;
      if (owner) options.onWait(owner);
      await delay(POLL_INTERVAL_MS, undefined, { signal });
    }
    while (!(await isTrue(client, WITHOUT_PREDECESSOR, [ownerConnectionName(connectionName)]))) {
      await delay(POLL_INTERVAL_MS, undefined, { signal });
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { client, release };
}

/** Terminates the connections that an earlier owner left behind. The answer is true if there were none. */
const WITHOUT_PREDECESSOR = `
select count(pg_terminate_backend(pid)) = 0 as answer from pg_stat_activity
where datname = current_database() and application_name = $1`;

async function connectPatiently(
  url: string,
  connectionName: string,
  signal: AbortSignal,
): Promise<pg.Client> {
  const deadlineMs = Date.now() + CONNECT_PATIENCE_MS;
  for (;;) {
    signal.throwIfAborted();
    const client = new pg.Client({
      connectionString: url,
      application_name: lockConnectionName(connectionName),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    // Without a listener, an error after a failed connect would crash the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (HOPELESS.test(code) || Date.now() > deadlineMs) throw error;
    }
    await delay(POLL_INTERVAL_MS, undefined, { signal });
  }
}

async function isTrue(client: pg.Client, text: string, values: unknown[] = []): Promise<boolean> {
  const found = await client.query<{ answer: boolean }>(text, values);
  return found.rows[0]?.answer === true;
}
