import type { ChildLog } from "../data-folder/child-log";
import type { Environment } from "../environment";
import { type NodeChild, startNodeChild } from "./node-child";
import { isReadyLine, untilWritten, waitUntilReady } from "./readiness";

/** What a child is started with besides its own configuration. */
export interface ChildSurroundings {
  readonly root: string;
  readonly environment: Environment;
  readonly log: Pick<ChildLog, "write">;
}

/** An embedded part that keeps a folder of its own and says in a line when it is ready. */
export interface EmbeddedProgram {
  readonly title: string;
  readonly file: string;
  /** The first line on its standard input. */
  readonly configuration: object;
}

/** The data folder is ours, so whoever still has a part's folder is a part whose launcher was killed. */
export const FOLDER_PATIENCE_MS = 15_000;

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Resolves when the program says that it is ready. @throws StartError when it does not; nothing is left running then. */
export async function startEmbeddedProgram(
  { title, file, configuration }: EmbeddedProgram,
  surroundings: ChildSurroundings,
  signal: AbortSignal,
): Promise<NodeChild> {
  const child = startNodeChild({
    ...surroundings,
    args: ["--import", "tsx", file],
    configuration,
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  const isReady = () => untilWritten(child, isReadyLine);
  await waitUntilReady(child, isReady, { title, timeoutMs: START_TIMEOUT_MS, signal });
  return child;
}
