import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import pg from "pg";
import { onLauncherGone, readLauncherConfiguration } from "../../launcher-pipe";
import { createEffects } from "./effects";
import { type AppLine, createFunctions } from "./process-functions";

/** The first line on standard input. */
export interface AppConfiguration {
  /** 0 picks a free port, which the ready line reports. */
  readonly port: number;
  readonly signingKey: string;
  /** Where the effects of steps are recorded. */
  readonly databaseUrl: string;
}

/**
 * Runs a small Node app with the SDK's endpoint, for tests that kill executors and apps. Held steps return once SIGUSR2
 * arrives.
 */
async function run(): Promise<void> {
  // Only the suite starts this program, and it always writes this shape.
  const configuration = (await readLauncherConfiguration()) as AppConfiguration;
  const { signingKey, databaseUrl } = configuration;
  const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
  const client = new Inngest({
    id: "app",
    isDev: false,
    // Its functions send no events.
    baseUrl: "http://127.0.0.1:9",
    eventKey: "unused",
    signingKey,
    logger: silent,
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 });
  // If the server is lost, the next query reports it.
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
  onLauncherGone(() => process.exit(0));
}

function say(line: AppLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

await run();
