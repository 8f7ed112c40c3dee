import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { toolEnvironment } from "../../launcher/environment";
import { SMALL_MEMORY } from "../../launcher/services/executor-service";
import { type NodeChild, startNodeChild } from "../../launcher/services/node-child";
import { waitUntilReady } from "../../launcher/services/readiness";
import type { AppConfiguration } from "./app-program";

/** The line that the launcher writes to the executor's standard input. */
export interface ExecutorConfiguration {
  readonly port: number;
  readonly databaseUrl: string;
  readonly appUrl: string;
  readonly eventKey: string;
  readonly signingKey: string;
}

/** A child program that is running and ready. */
export interface ChildProgram extends NodeChild {
  readonly port: number;
  /** Calls `callback` for each line of JSON that the program writes from now on. */
  onLine(callback: (line: unknown) => void): void;
}

/** The options for starting a child program. */
export interface ChildProgramOptions {
  readonly title: string;
  /** Path of the file, relative to the root of the project. */
  readonly file: string;
  /** Arguments for Node, placed before the file; none by default. */
  readonly nodeArguments?: readonly string[];
  readonly configuration: object;
  readonly signal?: AbortSignal;
  /** Called for each line of JSON that the program writes, starting with the first. */
  readonly onLine?: (line: unknown) => void;
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Starts the executor the way the launcher does. Resolves once the executor owns the runs and is listening. */
export function startExecutorProgram(
  configuration: ExecutorConfiguration,
  signal?: AbortSignal,
): Promise<ChildProgram> {
  return startChildProgram({
    title: "The executor",
    file: "embedded/inngest/main.ts",
    nodeArguments: SMALL_MEMORY,
    configuration,
    ...(signal ? { signal } : {}),
  });
}

/** Starts the app. Resolves once the app is listening; it may be called before that, so `onLine` receives every line. */
export function startAppProgram(
  configuration: AppConfiguration,
  onLine: (line: unknown) => void = () => undefined,
): Promise<ChildProgram> {
  return startChildProgram({
    title: "The app",
    file: "embedded/inngest/conformance/app-program.ts",
    configuration,
    onLine,
  });
}

/**
 * Starts any program that writes a ready line with its port. If the program fails to do so, rejects with its last lines
 * of output.
 */
export async function startChildProgram(options: ChildProgramOptions): Promise<ChildProgram> {
  const { title, file, nodeArguments = [], configuration } = options;
  const { signal = new AbortController().signal } = options;
  const child = startNodeChild({
    root: ROOT,
    args: [...nodeArguments, "--import", "tsx", file],
    environment: toolEnvironment("start"),
    configuration,
    log: { write: () => undefined },
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  const callbacks = new Set(options.onLine ? [options.onLine] : []);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const value = parseJson(line);
    for (const callback of callbacks) callback(value);
  });
  let port = 0;
  const isReady = () =>
    new Promise<void>((resolve) => {
      callbacks.add(function onReady(line) {
        if (!isReadyLine(line)) return;
        port = line.port;
        callbacks.delete(onReady);
        resolve();
      });
    });
  await waitUntilReady(child, isReady, { title, timeoutMs: START_TIMEOUT_MS, signal });
  return { ...child, port, onLine: (callback) => callbacks.add(callback) };
}

function isReadyLine(line: unknown): line is { ready: true; port: number } {
  return typeof line === "object" && line !== null && "ready" in line && "port" in line;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // This line is meant for people, such as a runtime warning.
    return null;
  }
}
