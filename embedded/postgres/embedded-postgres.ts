import { type AddressInfo, createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { findListener } from "../find-listener";
import { ensureCluster } from "./cluster";
import { noteCluster } from "./cluster-location";
import { type LaunchPlan, planLaunch } from "./launch-plan";
import { awaitOldPostmaster } from "./old-postmaster";
import { type LaunchFailure, launchPostmaster, type Postmaster } from "./postmaster";

const LEFTOVERS_TIMEOUT_MS = 15_000;
const RETRY_INTERVAL_MS = 200;

/** The options for starting an embedded PostgreSQL. */
export type EmbeddedPostgresOptions = {
  /**
   * The folder of the database, created if it does not exist. For root without user namespaces, see `nobodyHomeOf`. A
   * file next to the folder records where the data is.
   */
  readonly dataDir: string;
  /** A port on 127.0.0.1. By default, a free port is chosen. */
  readonly port?: number;
  /** Created if it does not exist; at most 63 bytes, without `/ ? # %`. */
  readonly database: string;
  /** True by default. False gives up crash safety for speed and is only for tests. */
  readonly isDurable?: boolean;
  /** True by default. False makes root run the server as nobody, as in a container that forbids user namespaces. */
  readonly allowUserNamespaces?: boolean;
  /** False by default. True prevents the creation of a database, because the caller knows that a database existed. */
  readonly isExpected?: boolean;
  /** Receives the server's own log, line by line. */
  readonly log?: (line: string) => void;
};

/** A running PostgreSQL that this process owns. */
export type EmbeddedPostgres = {
  /** The URL of the database with the superuser's password; never log it. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly version: string;
  /** The actual location of the data, which differs from the requested folder if PostgreSQL must run as another user. */
  readonly clusterDir: string;
  /** Resolves with a phrase such as "exited with code 1" when the server exits for any reason. */
  readonly exited: Promise<string>;
  /**
   * Requests a fast shutdown, or an immediate one if that takes over 15 s. Idempotent. Resolves when the server has
   * exited.
   */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL from npm on loopback, creates the cluster and the database if they do not exist, and resolves when it
 * accepts connections. Cleans up after a `kill -9`: waits up to 15 s for dying processes and shuts down an orphaned
 * server that holds the same folder. If PostgreSQL does not start, throws one sentence that says what to do. Where
 * `setpriv` exists, the server is tied to the calling THREAD, so call this from the main thread.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  assertUsableName(options.database);
  const { dataDir, allowUserNamespaces = true, isExpected } = options;
  const plan = planLaunch(dataDir, allowUserNamespaces, isExpected);
  const password = await ensureCluster(plan, options.isDurable ?? true);
  noteCluster(resolve(dataDir), plan.dataDir);
  const postmaster = await startPostmaster(plan, options);
  const { pid, port, exited } = postmaster;
  const connection = { port, password };
  try {
    const version = await ensureDatabase(connection, options.database);
    const url = databaseUrl(connection, options.database);
    const stop = () => postmaster.stop();
    return { url, port, pid, version, clusterDir: plan.dataDir, exited, stop };
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

async function startPostmaster(
  plan: LaunchPlan,
  options: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  const deadlineMs = Date.now() + LEFTOVERS_TIMEOUT_MS;
  for (;;) {
    await awaitOldPostmaster(plan.dataDir, deadlineMs);
    const port = options.port ?? (await chooseFreePort());
    const isDurable = options.isDurable ?? true;
    const log = options.log ?? (() => undefined);
    const outcome = await launchPostmaster(plan, { port, isDurable, log });
    if (outcome.isReady) {
      return outcome.postmaster;
    }
    // A free port can be taken after it was chosen and before it is bound. A requested port is the caller's choice.
    const mayPass =
      outcome.obstacle === "leftovers" ||
      (outcome.obstacle === "port-taken" && options.port === undefined);
    if (!mayPass || Date.now() >= deadlineMs) {
      const listener = await findListener(port);
      throw new Error(complaintAbout(outcome, plan.dataDir, { port, listener }), {
        cause: outcome.detail,
      });
    }
    await delay(RETRY_INTERVAL_MS);
  }
}

function complaintAbout(
  failure: LaunchFailure,
  dataDir: string,
  { port, listener }: { readonly port: number; readonly listener: string | null },
): string {
  switch (failure.obstacle) {
    case "port-taken":
      return `PostgreSQL cannot start: port ${port} on 127.0.0.1 is in use by ${listener ?? "another program"}. Stop it, then start again.`;
    case "leftovers":
      return `Processes of a killed PostgreSQL are still using ${dataDir}. Stop them, then start again.`;
    case "other":
      return `PostgreSQL did not start in ${dataDir}: ${failure.detail}`;
  }
}

function chooseFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // the server listens on TCP, so its address is never a path
      server.close(() => resolve(port));
    });
  });
}

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;

const NAME_BYTES_MAX = 63;

/** The superuser's connection to an embedded server. */
type ServerConnection = { readonly port: number; readonly password: string };

/** Returns the connection URL of a database on an embedded server, which contains the password. */
function databaseUrl({ port, password }: ServerConnection, database: string): string {
  const credentials = `postgres:${encodeURIComponent(password)}`;
  return `postgresql://${credentials}@127.0.0.1:${port}/${encodeURI(database)}`;
}

/** Creates the database if it does not exist, and returns the server's version, such as "18.4". */
async function ensureDatabase(connection: ServerConnection, database: string): Promise<string> {
  const client = new pg.Client({
    connectionString: databaseUrl(connection, "postgres"),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (found.rows.length === 0) {
      await client.query(`create database ${pg.escapeIdentifier(database)}`);
    }
    const answer = await client.query("show server_version");
    return z.object({ server_version: z.string() }).parse(answer.rows[0]).server_version;
  } finally {
    await client.end();
  }
}

/**
 * Throws an error for a name that no URL could reach: pg does not decode reserved characters in a URL's path, and
 * PostgreSQL truncates long names silently.
 */
function assertUsableName(database: string): void {
  const bytes = Buffer.byteLength(database);
  if (bytes === 0 || bytes > NAME_BYTES_MAX || /[/?#%\0]/.test(database)) {
    throw new Error(
      `"${database}" cannot be a database name: use 1 to ${NAME_BYTES_MAX} bytes, without / ? # %.`,
    );
  }
}
