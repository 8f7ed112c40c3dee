import { type AddressInfo, createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findListener } from "../find-listener";
import { ensureCluster } from "./cluster";
import { noteCluster } from "./cluster-location";
import { assertUsableName, databaseUrl, ensureDatabase } from "./database";
import { type LaunchPlan, planLaunch } from "./launch-plan";
import { awaitOldPostmaster } from "./old-postmaster";
import { type LaunchFailure, launchPostmaster, type Postmaster } from "./postmaster";

const LEFTOVERS_TIMEOUT_MS = 15_000;
const RETRY_INTERVAL_MS = 200;

/** What an embedded PostgreSQL is started with. */
export type EmbeddedPostgresOptions = {
  /** Holds the database; made when absent. Root without user namespaces: see `nobodyHomeOf`. Beside it stands a note of its place. */
  readonly dataDir: string;
  /** On 127.0.0.1; a free one is chosen when not given. */
  readonly port?: number;
  /** Made when absent; at most 63 bytes, none of `/ ? # %`. */
  readonly database: string;
  /** Default true. False gives up crash safety for speed and is for tests only. */
  readonly isDurable?: boolean;
  /** Default true. False makes root run the server as nobody, as in a container that forbids them. */
  readonly allowUserNamespaces?: boolean;
  /** Default false. True refuses to create a database: the caller knows that there was one. */
  readonly isExpected?: boolean;
  /** Gets the server's own log, line by line. */
  readonly log?: (line: string) => void;
};

/** A running PostgreSQL that this process owns. */
export type EmbeddedPostgres = {
  /** Of the database, with the superuser's password: never to be logged. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly version: string;
  /** Where the data really is: not the wished folder when PostgreSQL must run as another user. */
  readonly clusterDir: string;
  /** Resolves with a sentence such as "exited with code 1" whenever and however the server ends. */
  readonly exited: Promise<string>;
  /** Fast shutdown; immediate shutdown when that takes over 15 s. Idempotent; resolves when gone. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL from npm on loopback, makes cluster and database when absent, and resolves when it
 * answers. Copes with what a `kill -9` left behind: waits up to 15 s for dying processes and ends an
 * orphaned server of the same folder. Throws one sentence that says what to do otherwise.
 * The server is tied to the calling THREAD where `setpriv` exists: call it from the main one.
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
    // A free port can be taken between choosing and binding it; a given one is the caller's choice.
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
      return `PostgreSQL cannot start: port ${port} of 127.0.0.1 is in use by ${listener ?? "another program"}. Stop it, then start again.`;
    case "leftovers":
      return `Processes of a killed PostgreSQL are still using ${dataDir}. End them and start again.`;
    case "other":
      return `PostgreSQL did not start on ${dataDir}: ${failure.detail}`;
  }
}

function chooseFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // listening on TCP, so never a path
      server.close(() => resolve(port));
    });
  });
}
