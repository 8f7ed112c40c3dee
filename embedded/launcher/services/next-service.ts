import { totalmem } from "node:os";
import { constrainedMemory } from "node:process";
import type { Settings } from "@/lib/env/read-settings";
import type { Environment, LauncherMode } from "../environment";
import { explainUnready, isOnlyFull } from "./explain-unready";
import { END_WITH_LAUNCHER } from "./node-child";
import {
  APPLICATION_START_TIMEOUT_MS,
  type ChildSurroundings,
  createNodeService,
} from "./node-service";
import { reachableHost } from "./reachable-host";
import { untilAnswers200 } from "./readiness";
import type { Service } from "./service";
import { uploadOrigin } from "./upload-origin";

/** A part that is still unavailable after this time is probably configured incorrectly. */
const UNREADY_PATIENCE_MS = 10_000;

const MEBIBYTE = 2 ** 20;
const HEAP_MEGABYTES_MIN = 256;
const HEAP_MEGABYTES_MAX = 1024;

/**
 * Returns the argument for `node` that limits the application's heap to an eighth of the memory that this machine, or its
 * container, gives us. By default, V8 lets garbage grow to up to 4 GB before it collects all of it (decision 0075).
 * @returns nothing in development, where Next compiles in the same process, and nothing if the operator chose a limit
 */
export function heapLimit(
  mode: LauncherMode,
  { NODE_OPTIONS = "" }: Environment,
  memoryBytes: number = Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY),
): string[] {
  if (mode === "dev" || /--max[-_]old[-_]space[-_]size/.test(NODE_OPTIONS)) return [];
  const eighth = Math.floor(memoryBytes / 8 / MEBIBYTE);
  const megabytes = Math.min(HEAP_MEGABYTES_MAX, Math.max(HEAP_MEGABYTES_MIN, eighth));
  return [`--max-old-space-size=${megabytes}`];
}

/**
 * Creates the service of the web application. The first time, it is ready only when it reaches its database and its
 * object store, so that a wrong setting shows immediately. A full disk does not prevent startup, because deleting
 * documents makes room. Later, it is ready when it responds: while another part is down, its 503 is better than no
 * response.
 */
export function createNextService(
  mode: LauncherMode,
  settings: Settings,
  surroundings: ChildSurroundings,
): Service {
  const { host, port } = settings;
  const args = ["app/serving/server.mjs", "--hostname", host, "--port", String(port)];
  args.push("--upload-origin", uploadOrigin(settings));
  if (settings.publicUrl.startsWith("https://")) args.push("--https");
  if (mode === "dev") args.push("--dev");
  const health = `http://${reachableHost(host)}:${port}/api/health`;
  const isGoodEnough = (body: string, durationMs: number) => {
    if (isOnlyFull(body)) return true;
    if (durationMs > UNREADY_PATIENCE_MS) throw new Error(explainUnready(settings, body));
    return false;
  };
  return createNodeService(
    {
      name: "next",
      title: "The application",
      args: [...heapLimit(mode, surroundings.environment), ...END_WITH_LAUNCHER, ...args],
      startTimeoutMs: APPLICATION_START_TIMEOUT_MS[mode],
      untilReady: (_child, isFirstStart, signal) =>
        untilAnswers200(`${health}/${isFirstStart ? "ready" : "live"}`, isGoodEnough, signal),
    },
    surroundings,
  );
}
