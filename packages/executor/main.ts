import { z } from "zod";
import type { LogLine } from "./engine/log-line";
import { createExecutor, type Executor } from "./executor";
import { startHttpServer } from "./http-server";
import { createHttpTransport } from "./http-transport";
import { errorMessage, readConfiguration } from "./node-helpers";
import { isSigningKey } from "./protocol/signature";
import { systemClock } from "./system-clock";

/** The line on standard input. */
const configuration = z.strictObject({
  port: z.int().min(0).max(65_535),
  databaseUrl: z.string().min(1),
  connectionName: z.string().min(1).optional(),
  appUrl: z.url({ protocol: /^http$/ }),
  eventKey: z.string().min(1),
  signingKey: z.string().refine(isSigningKey, "must be signkey-<word>- and hex digits"),
});

let running: Executor | null = null;
let isStopping = false;

/** Exits with one sentence and code 1. */
function fail(error: unknown): void {
  process.stderr.write(`The Inngest executor stops: ${errorMessage(error).replace(/\.?$/, ".")}\n`);
  process.exit(1);
}

/**
 * Exits cleanly, or immediately if the executor is still starting. Calls in flight are not waited for: the next owner
 * repeats them, and results already received are saved.
 */
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  void (running?.stop() ?? Promise.resolve()).then(() => process.exit(0), fail);
}

/** Writes a ready line with the port, and exits on SIGINT, on SIGTERM and when standard input is closed. */
async function run(): Promise<void> {
  // If the process that started this one is dead, its output fails; the end of its input makes this process exit cleanly.
  process.stdout.on("error", () => undefined);
  const line = configuration.safeParse(await readConfiguration(stop));
  if (!line.success) {
    throw new Error(`its configuration is not valid. ${z.prettifyError(line.error)}`);
  }
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const options = line.data;
  const executor = createExecutor({
    ...options,
    callApp: createHttpTransport(options.appUrl),
    clock: systemClock,
    log,
    onOwnershipLost: (error) => fail(`it no longer owns the runs: ${errorMessage(error)}`),
  });
  await executor.start();
  const { port } = await startHttpServer({ ...options, executor, now: systemClock.now, log });
  running = executor;
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`);
}

function log(line: LogLine): void {
  const stream = line.level === "error" ? process.stderr : process.stdout;
  stream.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
}

await run().catch(fail);
