import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The options for running a program of a suite. */
export interface ProgramOptions {
  /** Receives the program's output; if absent, the program prints to the terminal. */
  readonly print?: ((text: string) => void) | undefined;
  /** Whether to collect standard output instead of showing it. */
  readonly isCaptured?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** The argument for a process that must exit when the process at the other end of its standard input has exited. */
export const END_WITH_PARENT = "--end-with-parent";

const children = new Set<ChildProcess>();

/**
 * Runs a Node program of the checkout. Resolves with the collected output when the program has exited and all its output
 * has arrived.
 */
export async function runNode(
  args: readonly string[],
  { print, isCaptured = false, env = {} }: ProgramOptions = {},
): Promise<{ code: number; stdout: string }> {
  const shown = print ? "pipe" : "inherit";
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", isCaptured ? "pipe" : shown, shown],
  });
  children.add(child);
  const closed = once(child, "close");
  if (print) child.stderr?.setEncoding("utf8").on("data", print);
  if (print && !isCaptured) child.stdout?.setEncoding("utf8").on("data", print);
  const stdout = isCaptured && child.stdout ? await text(child.stdout) : "";
  const [code] = await closed;
  children.delete(child);
  return { code: typeof code === "number" ? code : 1, stdout };
}

/**
 * Returns a signal that aborts when the run is interrupted by a signal, or when the process that started it has exited.
 */
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
