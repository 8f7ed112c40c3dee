import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureClientGenerated } from "@/embedded/launcher/build/ensure-built";
import { readOrCreateSecrets, type Secrets } from "@/embedded/launcher/data-folder/secrets";
import {
  applicationEnvironment,
  type Environment,
  toolEnvironment,
} from "@/embedded/launcher/environment";
import { prepare } from "@/embedded/launcher/prepare";
import { openChildLog } from "@/embedded/launcher/services/child-log";
import { createNextService } from "@/embedded/launcher/services/next-service";
import { startNodeChild } from "@/embedded/launcher/services/node-child";
import {
  createObjectStoreService,
  embeddedObjectStore,
} from "@/embedded/launcher/services/object-store-service";
import { createPostgresService } from "@/embedded/launcher/services/postgres-service";
import { untilReadyLine, waitUntilReady } from "@/embedded/launcher/services/readiness";
import type { RunningService } from "@/embedded/launcher/services/service";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import { readSettings, type Settings } from "@/lib/env/read-settings";
import type { BenchSurroundings } from "../run-bench";
import type { BareConfiguration } from "./bare-server";

/** A server that is measured. */
export interface MeasuredServer {
  readonly port: number;
  readonly pid: number;
}

/** The product and the bare server over one database and one object store. */
export interface Servers {
  readonly product: MeasuredServer;
  readonly bare: MeasuredServer;
  readonly objectStorePort: number;
  /** Of both. */
  readonly apiKey: string;
  readonly postgresVersion: string;
}

const HOST = "127.0.0.1";
const START_TIMEOUT_MS = 60_000;

/**
 * Builds the product when needed, starts everything on free ports in a temporary folder, resolves with what `work` does, and
 * ends everything again, even when `signal` aborts. The database and the object store are as durable as after `npm start`.
 */
export async function withServers<Result>(
  options: BenchSurroundings,
  work: (servers: Servers) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-bench-"));
  const running: RunningService[] = [];
  try {
    return await work(await startServers(options, dataDir, running));
  } finally {
    for (const service of running.toReversed()) await service.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(nobodyHomeOf(join(dataDir, "postgres")), { recursive: true, force: true });
  }
}

/** What was started is in `running`, even when this throws. */
async function startServers(
  { root, signal, say }: BenchSurroundings,
  dataDir: string,
  running: RunningService[],
): Promise<Servers> {
  const start = async <Service extends RunningService>(starting: Promise<Service>) => {
    const service = await starting;
    running.push(service);
    signal.throwIfAborted();
    return service;
  };
  await build({ root, signal, say });
  say("Starting PostgreSQL, the object store, the product and the bare server …");
  const [port = 0, objectStorePort = 0, barePort = 0] = await findFreePorts(3);
  const settings = settingsFor(dataDir, port, objectStorePort);
  const secrets = readOrCreateSecrets(dataDir);
  const postgres = createPostgresService(dataDir, openChildLog(dataDir, "postgres"));
  await start(postgres.start(signal));
  const surroundings = {
    root,
    environment: toolEnvironment("start"),
    log: openChildLog(dataDir, "object-store"),
  };
  await start(createObjectStoreService(settings, secrets, surroundings).start(signal));
  const apiKey = `sd_${randomBytes(32).toString("base64url")}`;
  const environment = environmentFor(settings, postgres.url(), secrets, apiKey);
  await prepare(root, environment, signal);
  const log = openChildLog(dataDir, "next");
  const next = createNextService("start", settings, { root, environment, log });
  const product = await start(next.start(signal));
  const objectStore = embeddedObjectStore(settings, secrets);
  const bare = await start(
    startBareServer(root, { port: barePort, databaseUrl: postgres.url(), objectStore }, signal),
  );
  return {
    product: { port, pid: product.pid },
    bare: { port: barePort, pid: bare.pid },
    objectStorePort,
    apiKey,
    postgresVersion: postgres.version(),
  };
}

async function build({ root, signal, say }: BenchSurroundings): Promise<void> {
  await ensureClientGenerated({ root, signal, onWork: () => say("Generating the client …") });
  await ensureBuilt({ root, signal, onWork: () => say("Building the product …") });
}

/** Explicit ones only: what is set for the machine's own installation must not reach the measurement. */
const settingsFor = (dataDir: string, port: number, objectStorePort: number): Settings =>
  readSettings({
    HOST,
    PORT: String(port),
    OBJECT_STORE_PORT: String(objectStorePort),
    STAGEDOOR_DATA_DIR: dataDir,
  });

function environmentFor(
  settings: Settings,
  databaseUrl: string,
  secrets: Secrets,
  apiKey: string,
): Environment {
  const objectStore = embeddedObjectStore(settings, secrets);
  return {
    ...applicationEnvironment("start", settings, databaseUrl, objectStore, secrets),
    STAGEDOOR_API_KEY: apiKey,
    LOG_LEVEL: settings.logLevel,
    // The bare server only reports, too.
    PROCESSOR: "none",
  };
}

async function startBareServer(
  root: string,
  configuration: BareConfiguration,
  signal: AbortSignal,
): Promise<RunningService> {
  const child = startNodeChild({
    root,
    args: ["--import", "tsx", "bench/api/bare-server.ts"],
    environment: toolEnvironment("start"),
    configuration,
    log: { write: () => undefined },
    stopTimeoutMs: 5_000,
  });
  const isReady = () => untilReadyLine(child);
  await waitUntilReady(child, isReady, {
    title: "The bare server",
    timeoutMs: START_TIMEOUT_MS,
    signal,
  });
  return child;
}

/** Held open together, so that they differ. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = servers.map(
    (server) =>
      new Promise<number>((resolve, reject) => {
        server.once("error", reject);
        // Listening on TCP, so the address is never a path.
        server.listen(0, HOST, () => resolve((server.address() as AddressInfo).port));
      }),
  );
  const found = await Promise.all(ports);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return found;
}
