import type { Settings } from "@/lib/env/read-settings";
import type { LauncherMode } from "../environment";
import { explainUnready } from "./explain-unready";
import { END_WITH_LAUNCHER, startNodeChild } from "./node-child";
import type { ChildSurroundings } from "./node-service";
import { reachableHost } from "./reachable-host";
import { untilAnswers200, waitUntilReady } from "./readiness";
import type { Service } from "./service";
import { uploadOrigin } from "./upload-origin";

const START_TIMEOUT_MS = { start: 60_000, dev: 180_000 };
const STOP_TIMEOUT_MS = 10_000;

/**
 * The web application. The first time it is ready when it reaches its database and its object store too: a wrong setting shows at
 * once. Later it is ready when it answers: while another part is down, its 503 is better than no answer.
 */
export function createNextService(
  mode: LauncherMode,
  settings: Settings,
  surroundings: ChildSurroundings,
): Service {
  const title = "The application";
  const { host, port } = settings;
  const args = ["app/server.mjs", "--hostname", host, "--port", String(port)];
  args.push("--upload-origin", uploadOrigin(settings));
  if (settings.publicUrl.startsWith("https://")) args.push("--https");
  if (mode === "dev") args.push("--dev");
  let wasReady = false;
  return {
    name: "next",
    title,
    start: async (signal) => {
      const child = startNodeChild({
        ...surroundings,
        args: [...END_WITH_LAUNCHER, ...args],
        stopTimeoutMs: STOP_TIMEOUT_MS,
      });
      const path = wasReady ? "/api/health/live" : "/api/health/ready";
      const address = `http://${reachableHost(host)}:${port}${path}`;
      const isReady = (readySignal: AbortSignal) =>
        untilAnswers200(address, explainUnready(settings), readySignal);
      await waitUntilReady(child, isReady, {
        title,
        timeoutMs: START_TIMEOUT_MS[mode],
        signal,
      });
      wasReady = true;
      return child;
    },
  };
}
