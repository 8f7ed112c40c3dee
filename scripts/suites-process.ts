import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** How a program of a suite is run. */
export interface ProgramOptions {
  /** Collect standard output instead of showing it. */
  readonly isCaptured?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const END_WITH_PARENT = "--end-with-parent";
const children = new Set<ChildProcess>();

/** Runs a Node program of the checkout; errors are shown. Resolves when it has ended, with what was collected. */
export async function runNode(
  args: readonly string[],
  { isCaptured = false, env = {} }: ProgramOptions = {},
): Promise<{ code: number; stdout: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", isCaptured ? "pipe" : "inherit", "inherit"],
  });
  children.add(child);
  const exited = once(child, "exit");
  const stdout = child.stdout ? await text(child.stdout) : "";
  const [code] = await exited;
  children.delete(child);
  return { code: typeof code === "number" ? code : 1, stdout };
}

/** Aborts when the run is to be given up: by a signal, or because the process that started it is gone. */
export function watchInterruption(args: readonly string[]): AbortSignal {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => {
    interruption.abort();
    for (const child of children) child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
  if (args.includes(END_WITH_PARENT)) {
    process.stdin.on("close", () => interrupt("SIGTERM")).resume();
  }
  return interruption.signal;
}
