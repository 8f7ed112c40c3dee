import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { type LaunchPlan, spawnInPlan } from "./launch-plan";
import { LAUNCHER_PID_SETTING } from "./old-postmaster";

const READY_TIMEOUT_MS = 120_000;
const FAST_SHUTDOWN_MS = 15_000;
const TAIL_LINES_MAX = 20;

/** A running server process. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  /** Resolves with a phrase such as "exited with code 1" when the server exits for any reason. */
  readonly exited: Promise<string>;
  /**
   * Requests a fast shutdown, or an immediate one if that takes over 15 s. Idempotent. Resolves when the server has
   * exited.
   */
  stop(): Promise<void>;
};

/** The first two obstacles may be temporary. */
type LaunchObstacle = "leftovers" | "port-taken" | "other";

/** A failed attempt to start. `detail` contains the last output of the server. */
export type LaunchFailure = {
  readonly isReady: false;
  readonly obstacle: LaunchObstacle;
  readonly detail: string;
};

type LaunchSettings = {
  readonly port: number;
  readonly isDurable: boolean;
  readonly log: (line: string) => void;
};

/** Starts the server once, and resolves when it accepts connections or has failed. Never rejects. */
export async function launchPostmaster(
  plan: LaunchPlan,
  settings: LaunchSettings,
): Promise<{ readonly isReady: true; readonly postmaster: Postmaster } | LaunchFailure> {
  const args = serverArguments(plan.dataDir, settings);
  const child = spawnInPlan(plan, "postgres", args, ["ignore", "ignore", "pipe"]);
  const exited = sentenceOn("exit", child);
  const closed = sentenceOn("close", child);
  const tail: string[] = [];
  const isReady = await awaitReadiness(child, closed, (line) => {
    tail.push(line);
    tail.splice(0, tail.length - TAIL_LINES_MAX);
    settings.log(line);
  });
  if (isReady && child.pid !== undefined) {
    const postmaster = {
      pid: child.pid,
      port: settings.port,
      exited,
      stop: () => stop(child, exited),
    };
    return { isReady: true, postmaster };
  }
  child.kill("SIGQUIT");
  const detail = [...tail, `postgres ${await closed}`].join("\n");
  return { isReady: false, obstacle: obstacleIn(detail), detail };
}

function awaitReadiness(
  child: ChildProcess,
  closed: Promise<string>,
  onLine: (line: string) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), READY_TIMEOUT_MS);
    const settle = (isReady: boolean) => {
      clearTimeout(timer);
      resolve(isReady);
    };
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on("line", (line) => {
        onLine(line);
        if (line.includes("database system is ready to accept connections")) {
          settle(true);
        }
      });
    }
    void closed.then(() => settle(false));
  });
}

/**
 * `exit` means that the server has exited. `close` follows when its log has been read to the end; a connection that
 * outlives a killed server delays `close`.
 */
function sentenceOn(event: "exit" | "close", child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`could not be run: ${error.message}`));
    child.once(event, (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(code === null ? `was terminated by ${signal}` : `exited with code ${code}`),
    );
  });
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGQUIT"), FAST_SHUTDOWN_MS);
  await exited;
  clearTimeout(timer);
}

function obstacleIn(detail: string): LaunchObstacle {
  if (/pre-existing shared memory block|lock file "postmaster\.pid" /.test(detail)) {
    return "leftovers";
  }
  return /could not bind|could not create any TCP\/IP sockets/.test(detail)
    ? "port-taken"
    : "other";
}

function serverArguments(dataDir: string, { port, isDurable }: LaunchSettings): readonly string[] {
  const settings: Readonly<Record<string, string | number>> = {
    [LAUNCHER_PID_SETTING]: process.pid,
    max_connections: 100,
    // The operating system caches the rest of the database, and frees that memory when others need it (decision 0071).
    shared_buffers: "32MB",
    // PostgreSQL would derive 1 MB from the shared buffers.
    wal_buffers: "4MB",
    // Parallel plans need `/dev/shm`, which is tiny in containers. Short transactions benefit from neither parallel plans
    // nor JIT.
    max_parallel_workers_per_gather: 0,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // A failing statement may contain a customer's data, and the application logs its own errors.
    log_min_error_statement: "panic",
    ...(isDurable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", dataDir, "-p", String(port), "-h", "127.0.0.1", "-k", "", ...pairs];
}
