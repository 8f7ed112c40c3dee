import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureUpToDate } from "@/embedded/launcher/build/ensure-built";
import { type Environment, toolEnvironment } from "@/embedded/launcher/environment";
import { runTool } from "@/embedded/launcher/run-tool";
import { END_WITH_LAUNCHER, startNodeChild } from "@/embedded/launcher/services/node-child";
import { formatRequest, type LoadRequest } from "../load/generate-load";
import { hashApplication, startNext, startPostgres } from "../load/start";
import type { Side, SideSurroundings } from "./side";
import { makeUploads, readInTurns, type UploadSource } from "./stagedoor-sides";

const FOLDER = "bench/peers/payload";
const PAYLOAD = "node_modules/payload/bin.js";
const MIGRATE_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 5_000;
/** The highest frequency that Payload's cron allows. */
const EVERY_SECOND = "* * * * * *";
/** With the default of 10, Payload would run only 10 jobs per second. */
const JOBS_MAX = "500";

/** Returns whether `npm run bench:peers` has installed Payload's packages. */
export const isPayloadInstalled = (root: string): boolean =>
  existsSync(join(root, FOLDER, PAYLOAD));

/** Builds the Payload application if needed and starts it on its own database; see `bench/peers/payload/README.md`. */
export async function createPayloadSide(surroundings: SideSurroundings): Promise<Side> {
  const { started, objectStore, untilNotified, addEnding, signal } = surroundings;
  const root = join(surroundings.root, FOLDER);
  await build(surroundings, root);
  const postgres = await startPostgres(started.folder, "payload", addEnding);
  const apiKey = randomUUID();
  const { settings, webhookUrl, secret, authorityFile } = started;
  const environment = {
    ...toolEnvironment("start"),
    PAYLOAD_SECRET: randomBytes(32).toString("hex"),
    DATABASE_URL: postgres.url,
    API_KEY: apiKey,
    WEBHOOK_URL: webhookUrl,
    WEBHOOK_SECRET: secret,
    NODE_EXTRA_CA_CERTS: authorityFile,
    S3_ENDPOINT: settings.S3_ENDPOINT,
    S3_REGION: settings.S3_REGION,
    S3_BUCKET: settings.S3_BUCKET,
    S3_ACCESS_KEY_ID: settings.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: settings.S3_SECRET_ACCESS_KEY,
  };
  const failure = "Could not prepare Payload's database";
  const args = [PAYLOAD, "migrate"];
  await runTool({ root, environment, args, failure, timeoutMs: MIGRATE_TIMEOUT_MS, signal });
  const { pid, port } = await startNext(
    { title: "Payload", root, environment, signal },
    { packages: root, path: "/api/access" },
    addEnding,
  );
  const runner = startJobRunner(root, environment);
  addEnding(runner.stop);
  const calls = await createPayloadCalls({
    port,
    apiKey,
    objectStorePort: objectStore.port,
    settle: untilNotified,
    signal,
  });
  return {
    name: "payload",
    port,
    calls,
    isNotifying: true,
    whole: [pid, runner.pid, postgres.pid, objectStore.pid],
    parts: {
      web: pid,
      database: postgres.pid,
      "object store": objectStore.pid,
      executor: runner.pid,
    },
  };
}

/**
 * Follows Payload's documentation for dedicated servers: next to the web server, a second process checks for jobs every
 * second.
 */
const startJobRunner = (root: string, environment: Environment) =>
  startNodeChild({
    root,
    args: [...END_WITH_LAUNCHER, PAYLOAD, "jobs:run", "--cron", EVERY_SECOND, "--limit", JOBS_MAX],
    environment,
    log: { write: () => undefined },
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });

async function build({ say, signal }: SideSurroundings, root: string): Promise<void> {
  const hash = () => hashApplication(root, ".", "package-lock.json");
  const steps = [
    {
      stamp: "migrations/bench-sources.sha256",
      proof: "migrations/index.ts",
      hash,
      failure: "Could not generate Payload's migrations",
      args: [PAYLOAD, "migrate:create", "bench", "--skip-empty"],
    },
    {
      stamp: ".next/bench-sources.sha256",
      proof: ".next/BUILD_ID",
      hash,
      failure: "Could not build Payload",
      args: ["node_modules/next/dist/bin/next", "build"],
    },
  ];
  const onWork = () => say("Building Payload…");
  for (const step of steps) await ensureUpToDate({ root, signal, onWork }, step);
}

/** The settings that the calls to a Payload server need. */
export interface PayloadServer
  extends Pick<UploadSource, "port" | "objectStorePort" | "settle" | "signal"> {
  readonly apiKey: string;
}

const DOCUMENTS = "/api/documents";
const REPORTED = 400;
const FIRST_REPORTED_STATUS = 2;

/**
 * Creates Payload's three calls over its REST API. In Payload, a status is a plain number. Each report sets the status of
 * one of a few documents to the next number, so every report is a change that triggers a notification, as in the product.
 */
async function createPayloadCalls(server: PayloadServer): Promise<Side["calls"]> {
  const headers = { Authorization: `systems API-Key ${server.apiKey}` };
  const { port } = server;
  const send = (method: string, path: string, body?: unknown) =>
    formatRequest({ method, path, port, headers, body });
  const create = (name: string): LoadRequest => ({
    bytes: send("POST", DOCUMENTS, { assetIdentifier: "BLD-0001", name }),
    change: { uuid: null, status: 1 },
  });
  const uploads: UploadSource = {
    ...server,
    create,
    expectedStatus: 201,
    read: (answer) => {
      const { doc } = JSON.parse(answer);
      return { uuid: doc.id, uploadSignedUrl: doc.uploadSignedUrl };
    },
  };
  const ids = await makeUploads(uploads, REPORTED);
  let reports = 0;
  const report = (query: string) => () => {
    const id = ids[reports % ids.length] ?? "";
    const status = FIRST_REPORTED_STATUS + Math.floor(reports / ids.length);
    reports += 1;
    const bytes = send("PATCH", `${DOCUMENTS}/${id}${query}`, { status });
    return { bytes, change: { uuid: id, status } };
  };
  return {
    create: { expectedStatus: 201, next: () => create("document.pdf") },
    report: { expectedStatus: 200, next: report("") },
    verifiedReport: { expectedStatus: 200, next: report("?verify=1") },
    read: readInTurns(ids, (id) => ({ bytes: send("GET", `${DOCUMENTS}/${id}`), change: null })),
  };
}
