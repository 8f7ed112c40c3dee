import { z } from "zod";
import { hasErrnoCode } from "../has-errno-code";
import { onLauncherGone, readLauncherConfiguration } from "../launcher-pipe";
import { type LogLine, reasonOf } from "./engine/log-line";
import { createExecutor, type Executor } from "./executor";
import { startHttpServer } from "./http-server";
import { createHttpTransport } from "./http-transport";
import { hashSigningKey } from "./protocol/signature";
import { systemClock } from "./system-clock";

/** The line the launcher writes. */
const configurationSchema = z.strictObject({
  port: z.int().min(0).max(65_535),
  databaseUrl: z.string().min(1),
  appUrl: z.url({ protocol: /^http$/ }),
  eventKey: z.string().min(1),
  signingKey: z.string().refine(isSigningKey, "must be signkey-<word>- and hex digits"),
});

type Configuration = z.infer<typeof configurationSchema>;

await run().catch((error: unknown) => fail(`${reasonOf(error)}.`));

async function run(): Promise<void> {
  const parsed = configurationSchema.safeParse(await readLauncherConfiguration());
  if (!parsed.success) {
    return fail(`its configuration is not valid. ${z.prettifyError(parsed.error)}`);
  }
  const configuration = parsed.data;
  const executor = createExecutor({
    ...configuration,
    callApp: createHttpTransport(configuration.appUrl),
    clock: systemClock,
    log,
    onOwnershipLost: (error) => fail(`it no longer owns the runs: ${reasonOf(error)}.`),
  });
  const isEnding = endOnRequest(executor);
  try {
    await executor.start();
  } catch (error) {
    if (isEnding()) return;
    throw error;
  }
  const port = await listen(configuration, executor);
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`);
}

/** Calls in flight are not waited for: the next owner repeats them, and what was answered is saved. */
function endOnRequest(executor: Executor): () => boolean {
  let ended: Promise<void> | null = null;
  const end = () => {
    ended ??= executor.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`${reasonOf(error)}.`),
    );
  };
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  onLauncherGone(end);
  return () => ended !== null;
}

async function listen(configuration: Configuration, executor: Executor): Promise<number> {
  try {
    const server = await startHttpServer({ ...configuration, executor, now: systemClock.now, log });
    return server.port;
  } catch (error) {
    if (!hasErrnoCode(error, "EADDRINUSE")) throw error;
    const sentence = `port ${configuration.port} on 127.0.0.1 is taken by another program`;
    throw new Error(sentence, { cause: error });
  }
}

function log(line: LogLine): void {
  const stream = line.level === "error" ? process.stderr : process.stdout;
  stream.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
}

function isSigningKey(text: string): boolean {
  try {
    return hashSigningKey(text) !== "";
  } catch {
    return false;
  }
}

function fail(sentence: string): void {
  process.stderr.write(`The Inngest executor stops: ${sentence}\n`);
  process.exit(1);
}
