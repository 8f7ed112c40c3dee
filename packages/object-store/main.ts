import { z } from "zod";
import { DirectoryInUseError } from "./directory-lock";
import { readConfiguration } from "./node-helpers";
import { type ObjectStore, startObjectStore } from "./server";

/** The line on standard input: ObjectStoreOptions without the parts that only tests use. */
const configuration = z.strictObject({
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
  reservedBytes: z.int().min(0).default(0),
  isDurable: z.boolean().default(true),
  folderPatienceMs: z.int().min(0).default(0),
});

let store: ObjectStore | null = null;
let isStopping = false;

/** Exits with one sentence and code 1. */
function fail(error: unknown): void {
  process.stderr.write(`The object store stops: ${sentenceOf(error)}\n`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  if (error instanceof DirectoryInUseError) {
    return `its data folder ${error.directory} is in use by process ${error.pid}. Stop that process, then start again.`;
  }
  return (error instanceof Error ? error.message : String(error)).replace(/\.?$/, ".");
}

/** Exits cleanly, or immediately if the store is still starting. */
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  void (store?.stop() ?? Promise.resolve()).then(() => process.exit(0), fail);
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
  store = await startObjectStore(line.data);
  process.stdout.write(`${JSON.stringify({ ready: true, port: store.port })}\n`);
}

await run().catch(fail);
