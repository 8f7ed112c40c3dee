import { DirectoryInUseError } from "@stagedoor/object-store/directory-lock";
import { z } from "zod";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { onLauncherGone, readLauncherConfiguration } from "../launcher-pipe";
import { secretsSchema } from "./control-api";
import { startKeptReceiver } from "./kept-receiver";

const CONTROL_TOKEN_LENGTH_MIN = 32;

const print = (line: string) => void process.stdout.write(`${line}\n`);

await runChild({
  title: "The receiver",
  configuration: z.strictObject({
    port: z.int().min(0).max(65_535),
    dataDir: z.string().min(1),
    controlToken: z.string().min(CONTROL_TOKEN_LENGTH_MIN),
    secrets: secretsSchema,
    /** How long to wait for an owner that is about to release the folder. */
    folderPatienceMs: z.int().min(0).default(0),
  }),
  start: (configuration) => startKeptReceiver({ ...configuration, keepsSecrets: true, print }),
});

/** A program that the launcher starts with one line of configuration. */
interface ChildProgram<Configuration> {
  /** The beginning of the message that says why the program stops. */
  readonly title: string;
  readonly configuration: z.ZodType<Configuration>;
  /** Resolves when the program is ready. */
  start(configuration: Configuration): Promise<RunningChild>;
}

interface RunningChild {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Runs a child of the launcher: writes a ready line with its port, and exits cleanly on SIGINT, on SIGTERM and when the
 * launcher's pipe closes, or immediately if it is still starting. If it cannot continue, it exits with one sentence and
 * code 1.
 */
async function runChild<Configuration>(program: ChildProgram<Configuration>): Promise<void> {
  const fail = (error: unknown) => {
    process.stderr.write(`${program.title} stops: ${sentenceOf(error)}\n`);
    process.exit(1);
  };
  let running: RunningChild | null = null;
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void (running?.stop() ?? Promise.resolve()).then(() => process.exit(0), fail);
  };
  // A dead launcher no longer reads its output; the end of its pipe makes this process exit cleanly.
  process.stdout.on("error", () => undefined);
  try {
    const line = program.configuration.safeParse(await readLauncherConfiguration());
    if (!line.success) {
      throw new Error(`its configuration is not valid. ${z.prettifyError(line.error)}`);
    }
    process.on("SIGINT", stop).on("SIGTERM", stop);
    onLauncherGone(stop);
    running = await program.start(line.data);
    process.stdout.write(`${JSON.stringify({ ready: true, port: running.port })}\n`);
  } catch (error) {
    fail(error);
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof DirectoryInUseError) {
    return `its data folder ${error.directory} is in use by process ${error.pid}. Stop that process, then start again.`;
  }
  return errorMessage(error).replace(/\.?$/, ".");
}
