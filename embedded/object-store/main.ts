import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { FolderInUseError } from "../folder-lock";
import { hasErrnoCode } from "../has-errno-code";
import { onLauncherGone, readLauncherConfiguration } from "../launcher-pipe";
import { startObjectStore } from "./server";

/** The line the launcher writes; ObjectStoreOptions without the parts that only tests use. */
const configurationSchema = z.strictObject({
  root: z.string().min(1),
  host: z.string().min(1),
  port: z.int().min(0).max(65_535),
  region: z.string().min(1),
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
  buckets: z.array(z.string()),
  corsOrigins: z.array(z.string()),
  publicHosts: z.array(z.string()),
  objectSizeMaxBytes: z.int().positive(),
  isDurable: z.boolean().default(true),
  /** How long an owner that is about to leave the folder is waited for. */
  folderPatienceMs: z.int().min(0).default(0),
});

const RETRY_INTERVAL_MS = 100;

type Configuration = z.infer<typeof configurationSchema>;

await run().catch((error: unknown) => fail(describe(error)));

async function run(): Promise<void> {
  const parsed = configurationSchema.safeParse(await readLauncherConfiguration());
  if (!parsed.success) {
    return fail(`its configuration is not valid. ${z.prettifyError(parsed.error)}`);
  }
  const store = await startBehindPredecessor(parsed.data);
  const stop = () => {
    void store.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(describe(error)),
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  onLauncherGone(stop);
  process.stdout.write(`${JSON.stringify({ ready: true, port: store.port })}\n`);
}

/** A store whose launcher was killed still ends its running requests: it gets a while to leave the folder. */
async function startBehindPredecessor(configuration: Configuration) {
  const deadlineMs = Date.now() + configuration.folderPatienceMs;
  for (;;) {
    try {
      return await start(configuration);
    } catch (error) {
      if (!(error instanceof FolderInUseError) || Date.now() > deadlineMs) throw error;
      await delay(RETRY_INTERVAL_MS);
    }
  }
}

async function start(configuration: Configuration) {
  try {
    return await startObjectStore(configuration);
  } catch (error) {
    if (hasErrnoCode(error, "EADDRINUSE")) {
      const { host, port } = configuration;
      throw new Error(`port ${port} on ${host} is taken by another program.`, { cause: error });
    }
    throw error;
  }
}

function describe(error: unknown): string {
  if (error instanceof FolderInUseError) {
    return `its data folder is in use by process ${error.pid}.`;
  }
  return error instanceof Error ? error.message : String(error);
}

function fail(sentence: string): void {
  process.stderr.write(`The object store stops: ${sentence}\n`);
  process.exit(1);
}
