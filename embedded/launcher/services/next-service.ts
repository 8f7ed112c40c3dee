import type { Settings } from "@/lib/env/read-settings";
import type { LauncherMode } from "../environment";
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
      args: [...END_WITH_LAUNCHER, ...args],
      startTimeoutMs: APPLICATION_START_TIMEOUT_MS[mode],
      untilReady: (_child, isFirstStart, signal) =>
        untilAnswers200(`${health}/${isFirstStart ? "ready" : "live"}`, isGoodEnough, signal),
    },
    surroundings,
  );
}
