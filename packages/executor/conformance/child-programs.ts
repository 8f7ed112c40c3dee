import { type ChildProcess, spawn } from "node:child_process";
import { env } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseJson } from "../node-helpers";
import type { AppConfiguration } from "./app-program";

/** The line on the executor's standard input. */
export interface ExecutorConfiguration {
  readonly port: number;
  readonly databaseUrl: string;
  readonly appUrl: string;
  readonly eventKey: string;
  readonly signingKey: string;
}

/** A child program that is running and ready. */
export interface ChildProgram {
  readonly pid: number;
  readonly port: number;
  /** Resolves with a reason such as "SIGKILL" when the program has exited. */
  readonly exited: Promise<string>;
  /** Calls `callback` for each line of JSON that the program writes from now on. */
  onLine(callback: (line: unknown) => void): void;
  /** Returns the last lines that the program wrote. */
  lastLines(): string;
  /** Stops the program cleanly, or by force if that takes longer than 10 s. */
  stop(): Promise<void>;
  /** Sends kill -9. */
  kill(): void;
}

/** The options for starting a child program. */
export interface ChildProgramOptions {
  /** The name for messages. */
  readonly title: string;
  /** The absolute path of a TypeScript file. */
  readonly file: string;
  /** Arguments for Node, placed before the file; none by default. */
  readonly nodeArguments?: readonly string[];
  readonly configuration: object;
  readonly signal?: AbortSignal;
  /** Called for each line of JSON that the program writes, starting with the first. */
  readonly onLine?: (line: unknown) => void;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const LAST_CHARACTERS_KEPT = 2_000;

/** Starts the executor. Resolves once the executor owns the runs and is listening. */
export function startExecutorProgram(
  configuration: ExecutorConfiguration,
  options: Pick<ChildProgramOptions, "nodeArguments" | "signal"> = {},
): Promise<ChildProgram> {
  const file = fileURLToPath(new URL("../main.ts", import.meta.url));
  return startChildProgram({ ...options, title: "The executor", file, configuration });
}

/** Starts the app. Resolves once the app is listening; it may be called before that, so `onLine` receives every line. */
export function startAppProgram(
  configuration: AppConfiguration,
  onLine: (line: unknown) => void = () => undefined,
): Promise<ChildProgram> {
  const file = fileURLToPath(new URL("app-program.ts", import.meta.url));
  return startChildProgram({ title: "The app", file, configuration, onLine });
}

/**
 * Starts a program, writes the configuration as the first line of its standard input, and resolves when the program has
 * written a ready line with its port. If it does not, it is killed, and the error contains its last lines of output.
 */
export async function startChildProgram(options: ChildProgramOptions): Promise<ChildProgram> {
  const { title, file, nodeArguments = [], configuration, signal } = options;
  const child = spawn(process.execPath, [...nodeArguments, "--import", "tsx", file], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: { ...env, NODE_ENV: "production" },
    // In a separate process group, so that the loader's own processes are killed, too.
    detached: true,
  });
  // The exit of a child that died before it read its configuration is reported by `exited`.
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${JSON.stringify(configuration)}\n`);
  let tail = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      tail = (tail + chunk).slice(-LAST_CHARACTERS_KEPT);
    });
  }
  const callbacks = new Set(options.onLine ? [options.onLine] : []);
  createInterface({ input: child.stdout }).on("line", (line) => {
    // A line that is no JSON is meant for people, such as a runtime warning.
    const value = parseJson(line) ?? null;
    for (const callback of callbacks) callback(value);
  });
  const exited = exitReason(child);
  const ready = new Promise<number>((resolve) => {
    callbacks.add((line) => {
      if (isReadyLine(line)) resolve(line.port);
    });
  });
  const isLate = AbortSignal.timeout(START_TIMEOUT_MS);
  const givenUp = signal ? AbortSignal.any([isLate, signal]) : isLate;
  const giveUp = () => killGroup(child);
  givenUp.addEventListener("abort", giveUp);
  if (givenUp.aborted) giveUp();
  const port = await Promise.race([ready, exited]);
  givenUp.removeEventListener("abort", giveUp);
  if (typeof port === "string") {
    throw new Error(`${title} did not start: ${port}. Its last lines:\n${tail.trim()}`);
  }
  return {
    pid: child.pid ?? 0,
    port,
    exited,
    onLine: (callback) => callbacks.add(callback),
    lastLines: () => tail.trim(),
    stop: () => stop(child, exited),
    kill: () => killGroup(child),
  };
}

function exitReason(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => {
      killGroup(child);
      resolve(signal ?? `exit code ${code}`);
    });
  });
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.kill("SIGTERM");
  const late = setTimeout(() => killGroup(child), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(late);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is empty, as intended.
  }
}

function isReadyLine(line: unknown): line is { ready: true; port: number } {
  return typeof line === "object" && line !== null && "ready" in line && "port" in line;
}
