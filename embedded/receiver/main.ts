import { z } from "zod";
import { FolderInUseError } from "../folder-lock";
import { onLauncherGone, readLauncherConfiguration } from "../launcher-pipe";
import { secretsSchema } from "./control-api";
import { startKeptReceiver } from "./kept-receiver";

const CONTROL_TOKEN_LENGTH_MIN = 32;

/** The line the launcher writes. */
const configurationSchema = z.strictObject({
  port: z.int().min(0).max(65_535),
  dataDir: z.string().min(1),
  controlToken: z.string().min(CONTROL_TOKEN_LENGTH_MIN),
  secrets: secretsSchema,
  /** How long an owner that is about to leave the folder is waited for. */
  folderPatienceMs: z.int().min(0).default(0),
});

await run().catch(fail);

async function run(): Promise<void> {
  const parsed = configurationSchema.safeParse(await readLauncherConfiguration());
  if (!parsed.success) {
    throw new Error(`its configuration is not valid. ${z.prettifyError(parsed.error)}`);
  }
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const receiver = await startKeptReceiver({ ...parsed.data, keepsSecrets: true, print });
  const stop = () => void receiver.stop().then(() => process.exit(0), fail);
  // A launcher that died no longer reads; the end of its pipe ends this process in order.
  process.stdout.on("error", () => undefined);
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  onLauncherGone(stop);
  print(JSON.stringify({ ready: true, port: receiver.port }));
}

function fail(error: unknown): void {
  process.stderr.write(`The receiver stops: ${describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof FolderInUseError) {
    return `its data folder is in use by process ${error.pid}.`;
  }
  return error instanceof Error ? error.message : String(error);
}
