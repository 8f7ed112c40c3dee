import { randomBytes, randomUUID } from "node:crypto";
import { env } from "node:process";
import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import pg from "pg";
import { onTestFinished } from "vitest";
import { createInProcessTransport } from "./conformance/in-process-transport";
import type { CallApp } from "./engine/app-transport";
import type { LogLine } from "./engine/log-line";
import { createExecutor, type Executor, type ExecutorOptions } from "./executor";
import type { StoredEvent } from "./protocol/stored-event";
import { systemClock } from "./system-clock";

/** The key that all executors in the tests use to sign. */
export const SIGNING_KEY = `signkey-prod-${"cd".repeat(32)}`;

const APP_URL = "http://app.example/api/inngest";

/** Creates a client in cloud mode that sends no events. */
export function createClient(): Inngest {
  return new Inngest({
    id: "app",
    isDev: false,
    baseUrl: "http://nowhere.example",
    eventKey: "event-key",
    signingKey: SIGNING_KEY,
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
}

const ignore = () => undefined;

/** Serves the SDK's endpoint in this process. */
export function appWith(
  makeFunctions: (client: Inngest) => readonly InngestFunction.Any[],
): CallApp {
  const client = createClient();
  const handler = serve({
    client,
    functions: makeFunctions(client),
    enableUnauthedSync: false,
  });
  return createInProcessTransport({ POST: handler, PUT: handler }, APP_URL);
}

/**
 * Creates an empty database for the running test, on the PostgreSQL server of `DATABASE_URL`. The user in that URL must
 * be allowed to create databases. @returns the database's URL
 */
export async function makeDatabase(): Promise<string> {
  const serverUrl = env.DATABASE_URL;
  if (!serverUrl) {
    throw new Error("Set DATABASE_URL to a PostgreSQL server on which tests may create databases.");
  }
  const name = `executor_test_${randomBytes(8).toString("hex")}`;
  // Copying files costs half as much as writing every block to the log, which is not needed here.
  await query(serverUrl, `create database ${name} strategy file_copy`);
  onTestFinished(() =>
    query(serverUrl, `drop database ${name} with (force)`).then(() => undefined),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Creates an executor for the test to start; it stops when the test ends. Also returns its log lines and the errors with
 * which it lost ownership.
 */
export function makeExecutor(
  databaseUrl: string,
  callApp: CallApp,
  overrides: Partial<ExecutorOptions> = {},
) {
  const logLines: LogLine[] = [];
  const losses: Error[] = [];
  const executor = createExecutor({
    databaseUrl,
    callApp,
    appUrl: APP_URL,
    signingKey: SIGNING_KEY,
    clock: systemClock,
    log: (line) => logLines.push(line),
    onOwnershipLost: (error) => losses.push(error),
    ...overrides,
  });
  onTestFinished(() => executor.stop());
  return { executor, logLines, losses };
}

/** Creates an executor as `makeExecutor` does, and then starts and syncs the executor. */
export async function startExecutor(...options: Parameters<typeof makeExecutor>) {
  const parts = makeExecutor(...options);
  await parts.executor.start();
  await parts.executor.synced();
  return parts;
}

/** Creates an event with a unique id. */
export function makeEvent(name: string, data: Record<string, unknown> = {}): StoredEvent {
  return { id: randomUUID(), name, ts: Date.now(), data };
}

/** Returns the only run of an executor. */
export async function onlyRun(executor: Executor) {
  const [summary, ...more] = await executor.listRuns({ limit: 10 });
  if (summary === undefined || more.length > 0) throw new Error("There is not exactly one run.");
  const run = await executor.findRun(summary.id);
  if (run === null) throw new Error("The run is gone.");
  return run;
}

/** Runs one statement on a separate connection and returns the rows. */
export async function query<Row>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as readonly Row[];
  } finally {
    await client.end();
  }
}
