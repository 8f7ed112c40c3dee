import type { Environment } from "../environment";
import type { ChildLog } from "./child-log";
import { type NodeChild, startNodeChild } from "./node-child";
import { untilReadyLine, waitUntilReady } from "./readiness";
import type { Service, ServiceName } from "./service";

/** Everything that a child needs to start, besides its own arguments. */
export interface ChildSurroundings {
  readonly root: string;
  readonly environment: Environment;
  readonly log: Pick<ChildLog, "write">;
}

/** A service that is a Node program. */
export interface NodeServiceDefinition {
  readonly name: ServiceName;
  /** The name for messages. */
  readonly title: string;
  /** Arguments for `node`. */
  readonly args: readonly string[];
  /** The first line on its standard input, which may contain secrets. */
  readonly configuration?: object;
  /** The default is 60 s. */
  readonly startTimeoutMs?: number;
  /**
   * Resolves when the program is ready; `isFirstStart` is true until it has started successfully once. By default, the
   * program writes a line that reports that it is ready.
   */
  readonly untilReady?: (
    child: NodeChild,
    isFirstStart: boolean,
    signal: AbortSignal,
  ) => Promise<void>;
}

/**
 * In development, the application may have to wait until the framework has compiled it, and the executor may have to wait for
 * the application. A machine that was busy with other programs has taken more than 60 s without development, too.
 */
export const APPLICATION_START_TIMEOUT_MS = 180_000;

/**
 * How long to wait for a part's folder. The data folder is ours, so only a part whose launcher was killed can still hold
 * it.
 */
export const FOLDER_PATIENCE_MS = 15_000;

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Creates the service of a Node program. Its start throws a StartError with a message and the program's last lines. */
export function createNodeService(
  definition: NodeServiceDefinition,
  surroundings: ChildSurroundings,
): Service {
  const {
    name,
    title,
    args,
    configuration,
    startTimeoutMs: timeoutMs = START_TIMEOUT_MS,
  } = definition;
  const { untilReady = (child: NodeChild) => untilReadyLine(child) } = definition;
  let isFirstStart = true;
  return {
    name,
    title,
    start: async (signal) => {
      const stopTimeoutMs = STOP_TIMEOUT_MS;
      const child = startNodeChild({ ...surroundings, args, configuration, stopTimeoutMs });
      const isReady = (readySignal: AbortSignal) => untilReady(child, isFirstStart, readySignal);
      await waitUntilReady(child, isReady, { title, timeoutMs, signal });
      isFirstStart = false;
      return child;
    },
  };
}
