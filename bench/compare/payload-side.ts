import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureUpToDate } from "@/embedded/launcher/build/ensure-built";
import { type Environment, toolEnvironment } from "@/embedded/launcher/environment";
import { runTool } from "@/embedded/launcher/run-tool";
import { END_WITH_LAUNCHER, startNodeChild } from "@/embedded/launcher/services/node-child";
import { hashApplication, startNext, startPostgres } from "../load/start";
import { createPayloadCalls } from "./payload-calls";
import type { Side } from "./side";
import type { SideSurroundings } from "./surroundings";

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
  const { started, objectStore, untilTold, addEnding, signal } = surroundings;
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
    settle: untilTold,
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
