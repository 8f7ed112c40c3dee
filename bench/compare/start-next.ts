import type { Environment } from "@/embedded/launcher/environment";
import { END_WITH_LAUNCHER, startNodeChild } from "@/embedded/launcher/services/node-child";
import { untilAnswers200, waitUntilReady } from "@/embedded/launcher/services/readiness";
import type { RunningService } from "@/embedded/launcher/services/service";

/** A built Next application. */
export interface NextApplication {
  readonly title: string;
  /** Its folder. */
  readonly root: string;
  /** The folder that contains `node_modules`. */
  readonly packages: string;
  readonly environment: Environment;
  readonly port: number;
  /** Any response on this path means that the application is ready. */
  readonly path: string;
  readonly signal: AbortSignal;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the application as `next start` does. The application stops when this process exits, if it was not stopped
 * before.
 */
export async function startNext(application: NextApplication): Promise<RunningService> {
  const { title, root, packages, environment, port, path, signal } = application;
  const next = `${packages}/node_modules/next/dist/bin/next`;
  const child = startNodeChild({
    root,
    args: [...END_WITH_LAUNCHER, next, "start", "--hostname", "127.0.0.1", "--port", String(port)],
    environment,
    log: { write: () => undefined },
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  const address = `http://127.0.0.1:${port}${path}`;
  const isReady = (waiting: AbortSignal) => untilAnswers200(address, () => true, waiting);
  await waitUntilReady(child, isReady, { title, timeoutMs: START_TIMEOUT_MS, signal });
  return child;
}
