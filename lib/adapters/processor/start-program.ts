import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import type { Readable, Writable } from "node:stream";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { ProgramCommand } from "@/lib/processing/rules/program-protocol";
import { type JsonLines, readLines } from "./read-lines";

/** A program that is waiting for requests. */
export interface Program {
  readonly pid: number;
  readonly input: Writable;
  /**
   * The lines that the program writes, for one consumer at a time. `next` returns undefined after the program has ended.
   */
  readonly lines: JsonLines;
  /** Resolves when the program has stopped, with its exit code or signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly hasEnded: boolean;
  /** Kills the program immediately. Lines that have not been read are lost. */
  kill(): void;
  /** Sets whether the program keeps this process alive. */
  keepAlive(isNeeded: boolean): void;
}

const START_TIMEOUT_MS = 30_000;
/** No setting, secret or path reaches the program through its environment. */
const NO_ENVIRONMENT = {} as NodeJS.ProcessEnv;
const ERRORS_KEPT = 2_000;

/**
 * Starts the program with an empty environment and a lower priority than the server. The program stops when this process
 * ends, because its input is then closed.
 * @throws Error if the program cannot be started
 */
export async function startProgram(program: string, command: ProgramCommand): Promise<Program> {
  const line = programArguments(program, command);
  const child = spawn(line.command, [...line.args], {
    env: NO_ENVIRONMENT,
    cwd: "/",
    stdio: "pipe",
  });
  const started = watchChild(child);
  // Lowered immediately: on Linux, a priority applies only to threads that start later, and starting takes the most CPU
  // time.
  lowerPriority(started.pid);
  const timer = setTimeout(started.kill, START_TIMEOUT_MS);
  try {
    const first = await started.lines.next();
    if (!isReady(first)) {
      // If its output has not ended, the program may still be running, so it is killed.
      if (first !== undefined || started.lines.brokenBy) started.kill();
      throw new Error(await started.whyNot());
    }
  } catch (cause) {
    started.kill();
    throw new Error(`The ${command} program could not be started.`, { cause });
  } finally {
    clearTimeout(timer);
  }
  return started;
}

const isReady = (line: unknown) => typeof line === "object" && line !== null && "isReady" in line;

function watchChild(child: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable }) {
  const state = { hasEnded: false, errors: "" };
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    const end = (code: number | null, signal: string | null) => {
      state.hasEnded = true;
      resolve({ code, signal });
    };
    // The "close" event would wait until all output has been read, and nobody reads what follows a broken line.
    child.on("exit", end);
    // A program that cannot be started never emits "exit".
    child.on("error", (error) => {
      state.errors += error.message;
      end(null, null);
    });
  });
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    state.errors = (state.errors + text).slice(0, ERRORS_KEPT);
  });
  const lines = readLines(child.stdout);
  return {
    pid: child.pid ?? 0,
    input: child.stdin,
    lines,
    ended,
    get hasEnded() {
      return state.hasEnded;
    },
    kill() {
      child.kill("SIGKILL");
      child.stdout.destroy();
    },
    keepAlive: (isNeeded: boolean) => keepAlive(child, isNeeded),
    whyNot: async () => {
      const { code, signal } = await ended;
      // The last part of its error output may still be in the pipe.
      await new Promise((resolve) => setImmediate(resolve));
      return `It ended with ${signal ?? code}. ${state.errors}`.trim();
    },
  };
}

function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr]) {
    const handle = part as { ref?: () => void; unref?: () => void } | null;
    if (isNeeded) handle?.ref?.();
    else handle?.unref?.();
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The program may already have ended, or the platform may not allow changing its priority.
  }
}

/** The command that starts the program, with its arguments. */
interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Returns the command line with the fewest rights that this Node version can give: the reading program may read itself
 * and the data beside it, the classifying program only itself; neither may write, start programs or load native code.
 * Node before 25 cannot block network access. With a POSIX shell, the platform kills the program after
 * `LIMITS.cpuSecondsOfProgramMax`, even if nothing is watching it.
 */
export function programArguments(program: string, command: ProgramCommand): CommandLine {
  const readable = command === "read" ? `${dirname(program)}/*` : program;
  const args = [
    `--max-old-space-size=${LIMITS.heapMegabytesMax}`,
    "--disallow-code-generation-from-strings",
    "--no-warnings",
    ...permissions(readable),
    program,
    command,
  ];
  if (process.platform === "win32") return { command: process.execPath, args };
  const limited = `ulimit -c 0; ulimit -t ${LIMITS.cpuSecondsOfProgramMax}; exec "$0" "$@"`;
  return { command: "/bin/sh", args: ["-c", limited, process.execPath, ...args] };
}

function permissions(readable: string): string[] {
  const flags = process.allowedNodeEnvironmentFlags;
  const flag = ["--permission", "--experimental-permission"].find((name) => flags.has(name));
  return flag === undefined ? [] : [flag, `--allow-fs-read=${readable}`];
}
