import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Environment } from "../environment";
import type { ChildLog } from "./child-log";
import type { RunningService } from "./service";

/** A Node program to run as a child of the launcher. */
export interface NodeProgram {
  readonly root: string;
  /** Arguments for `node`. */
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Written as the first line of the program's standard input, which then stays open until the launcher exits. */
  readonly configuration?: unknown;
  readonly log: Pick<ChildLog, "write">;
  /** How long a clean exit may take. */
  readonly stopTimeoutMs: number;
}

/** A child process that was started, whether or not it is ready. */
export interface NodeChild extends RunningService {
  readonly stdout: Readable;
  /** Returns the last lines that the child wrote, for the message about its failure. */
  lastLines(): string;
}

/** Arguments for `node` that make any program exit when the launcher does. */
export const END_WITH_LAUNCHER = [
  "--import",
  new URL("../../end-with-launcher.mjs", import.meta.url).href,
];

/**
 * Arguments for `node` that run the TypeScript program after them without the memory that a loader needs (decision 0044).
 */
export const RUN_BUNDLED = [fileURLToPath(new URL("../../run-bundled.mjs", import.meta.url))];

/**
 * The argument for `node` that limits the space for new objects to 6 MB. By default, it grows to 48 MB under load and
 * keeps that size afterwards (decision 0068).
 */
export const SMALL_YOUNG_GENERATION = "--max-semi-space-size=2";

const LAST_CHARACTERS_KEPT = 2_000;

/**
 * Starts a Node program in a separate process group, so that Ctrl-C in the terminal reaches only the launcher, and so
 * that everything the program starts is stopped with it.
 */
export function startNodeChild(program: NodeProgram): NodeChild {
  const child = spawn(process.execPath, program.args, {
    cwd: program.root,
    env: { ...program.environment } as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let tail = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      tail = (tail + chunk).slice(-LAST_CHARACTERS_KEPT);
      program.log.write(chunk);
    });
  }
  // The exit of a child that died before it read its configuration is reported by `exited`.
  child.stdin.on("error", () => undefined);
  if (program.configuration !== undefined) {
    child.stdin.write(`${JSON.stringify(program.configuration)}\n`);
  }
  const exited = exitReason(child);
  return {
    pid: child.pid ?? 0,
    exited,
    stdout: child.stdout,
    lastLines: () => tail.trim(),
    stop: () => stop(child, exited, program.stopTimeoutMs),
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

async function stop(child: ChildProcess, exited: Promise<string>, timeoutMs: number) {
  child.kill("SIGTERM");
  const timer = new AbortController();
  const isLate = sleep(timeoutMs, true, { signal: timer.signal }).catch(() => false);
  if ((await Promise.race([exited, isLate])) === true) killGroup(child);
  timer.abort();
  await exited;
}

function killGroup(child: ChildProcess) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is empty, as intended.
  }
}
