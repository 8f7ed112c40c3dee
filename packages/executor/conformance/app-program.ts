import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import pg from "pg";
import { readConfiguration } from "../node-helpers";
import { createEffects } from "./effects";
import { type AppLine, createFunctions } from "./process-functions";

/** The configuration, which is the first line on standard input. */
export interface AppConfiguration {
  /** 0 picks a free port, which the ready line reports. */
  readonly port: number;
  readonly signingKey: string;
  /** The database in which the effects of steps are recorded. */
  readonly databaseUrl: string;
}

/**
 * Runs a small Node app with the SDK's endpoint, for tests that kill executors and apps. A held step returns once this
 * process receives SIGUSR2.
 */
async function run(): Promise<void> {
  // Only the test suite starts this program, and the suite always writes a configuration of this shape.
  const configuration = (await readConfiguration(() => process.exit(0))) as AppConfiguration;
  const { signingKey, databaseUrl } = configuration;
  const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
  const client = new Inngest({
    id: "app",
    isDev: false,
    // The app's functions send no events, so nothing listens at this address.
    baseUrl: "http://127.0.0.1:9",
    eventKey: "unused",
    signingKey,
    logger: silent,
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 });
  // The error is ignored here, because the next query reports it if the server is lost.
  pool.on("error", () => undefined);
  const functions = createFunctions(client, {
    effects: createEffects(pool),
    say,
    released: () => new Promise((resolve) => process.once("SIGUSR2", () => resolve())),
  });
  // Without a listener, the signal would kill the process.
  process.on("SIGUSR2", () => undefined);
  const server = createServer(serve({ client, functions, enableUnauthedSync: false }));
  server.listen(configuration.port, "127.0.0.1", () => {
    say({ ready: true, port: (server.address() as AddressInfo).port });
  });
}

function say(line: AppLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

await run();
