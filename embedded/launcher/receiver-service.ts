import type { ChildSurroundings } from "./object-store-service";
import { startNodeChild } from "./node-child";
import { untilWritten, waitUntilReady } from "./readiness";
import type { Service } from "./service";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
/** The data folder is ours, so whoever still has the receiver's folder is one whose launcher was killed. */
const FOLDER_PATIENCE_MS = 15_000;

/** The first line on the receiver's standard input. Secrets are inside. */
export interface ReceiverConfiguration {
  readonly port: number;
  readonly dataDir: string;
  readonly controlToken: string;
  readonly secrets: readonly string[];
}

/** The receiver for trying things out, on this machine only. */
export function createReceiverService(
  configuration: ReceiverConfiguration,
  surroundings: ChildSurroundings,
): Service {
  const title = "The receiver";
  return {
    name: "receiver",
    title,
    start: async (signal) => {
      const child = startNodeChild({
        ...surroundings,
        args: ["--import", "tsx", "embedded/receiver/main.ts"],
        configuration: { ...configuration, folderPatienceMs: FOLDER_PATIENCE_MS },
        stopTimeoutMs: STOP_TIMEOUT_MS,
      });
      await waitUntilReady(child, () => untilWritten(child, isReadyLine), {
        title,
        timeoutMs: START_TIMEOUT_MS,
        signal,
      });
      return child;
    },
  };
}

const isReadyLine = (value: unknown) =>
  typeof value === "object" && value !== null && "ready" in value && value.ready === true;
