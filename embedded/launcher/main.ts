import { once } from "node:events";
import { createServer } from "node:net";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  executorUrl,
  loadEnvironmentFile,
  readSettings,
  type Settings,
  SettingsError,
} from "@/lib/env/read-settings";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { findListener } from "../find-listener";
import { onLauncherGone } from "../launcher-pipe";
import { removeApplicationFile } from "./data-folder/application-file";
import { requireDiskSpace } from "./data-folder/require-disk-space";
import { readOrCreateSecrets } from "./data-folder/secrets";
import { type DataFolder, takeDataFolder } from "./data-folder/take-data-folder";
import type { LauncherMode } from "./environment";
import { createServiceGroup } from "./services/service-group";
import { StartError } from "./start-error";
import { type StartContext, startStagedoor } from "./start-stagedoor";
import { createTerminal, type Terminal } from "./terminal";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * `main.ts start | dev [--end-with-parent]`, bundled and run by `embedded/bootstrap.mjs` with the checkout as the working
 * directory.
 */
async function main(args: readonly string[]): Promise<number> {
  const mode: LauncherMode = args[0] === "dev" ? "dev" : "start";
  const terminal = createTerminal();
  const stop = watchStopRequests(args);
  try {
    loadEnvironmentFile();
    await launch(mode, root, stop, terminal);
    return 0;
  } catch (error) {
    terminal.warn(startSentence(error));
    return 1;
  }
}

// The process exits explicitly, because the pipe from the parent process would otherwise keep it alive.
process.exit(await main(process.argv.slice(2)));

/**
 * The first match is the cause. The system uses the same words for other shortages as for a full disk, so the other
 * shortages come first.
 */
const SHORTAGES: readonly (readonly [RegExp, string])[] = [
  [
    /file watchers reached/i,
    "Stagedoor cannot watch any more files. Raise fs.inotify.max_user_watches with sysctl, or stop programs that watch many files.",
  ],
  [
    /shared memory segment/i,
    "PostgreSQL cannot get shared memory. Enlarge /dev/shm (Docker: --shm-size), or stop other programs that use shared memory.",
  ],
  [
    /semaphores?\b.*No space left on device/i,
    "PostgreSQL cannot get semaphores. Raise kernel.sem with sysctl, or stop other PostgreSQL servers.",
  ],
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i,
    "A disk that Stagedoor writes to is full. Free some space and start again.",
  ],
];

/** The readiness check appends lines from a child's log, which may be about a problem that no longer exists. */
const LAST_LINES = " Its last lines:";

/**
 * Returns the message for a failed start. A shortage on the machine comes first, whichever part found it. An expected
 * failure keeps its own message. Anything else is a fault of ours and needs its stack.
 */
export function startSentence(error: unknown): string {
  const message = errorMessage(error);
  const [told = ""] = message.split(LAST_LINES);
  const shortage = SHORTAGES.find(([words]) => words.test(told));
  if (shortage) return `${shortage[1]} (${message})`;
  if (error instanceof SettingsError || error instanceof StartError) return message;
  return error instanceof Error ? (error.stack ?? message) : message;
}

/** A port that Stagedoor needs to start, its address, and the setting that changes it. */
interface WantedPort {
  readonly setting: "PORT" | "OBJECT_STORE_PORT" | "EXECUTOR_PORT" | "RECEIVER_PORT";
  readonly port: number;
  readonly host: string;
}

const RETRY_MS = 200;

/**
 * Resolves when every port is free. Waits up to `patienceMs`, because the children of a killed launcher need a moment to
 * release their ports. If `patienceMs` is 0, it does not wait.
 * @throws StartError that names the port, the program that uses it, the setting and what to do
 */
export async function ensurePortsFree(
  wanted: readonly WantedPort[],
  patienceMs: number,
  signal: AbortSignal,
): Promise<void> {
  const deadlineMs = Date.now() + patienceMs;
  for (const place of wanted) {
    let failure = await tryToListen(place);
    while (failure === "EADDRINUSE" && Date.now() < deadlineMs) {
      await sleep(RETRY_MS, undefined, { signal });
      failure = await tryToListen(place);
    }
    if (failure) throw new StartError(complaint(failure, place, await findListener(place.port)));
  }
}

/**
 * Returns the message about an unavailable port for a system error code; `listener` is the program that uses it, if
 * known.
 */
export function complaint(
  code: string,
  { setting, port, host }: WantedPort,
  listener: string | null,
): string {
  const use = `set ${setting} to another port`;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} (setting ${setting}) is in use by ${listener ?? "another program"}. Stop it, or ${use}.`;
    case "EACCES":
      return `The current system user may not use port ${port} (setting ${setting}). Set ${setting} to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The address ${host} (setting HOST) does not belong to this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all.`;
    default:
      return `Port ${port} on ${host} (settings ${setting} and HOST) cannot be used: ${code}.`;
  }
}

/** Returns null if the port is free, otherwise the system's error code. */
function tryToListen({ host, port }: WantedPort): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** How long to wait for the processes of a previous launcher that was killed or is about to stop. */
const PREDECESSOR_PATIENCE_MS = 15_000;

/**
 * Runs Stagedoor until it is asked to stop, and resolves only when all children have exited.
 * @throws SettingsError or StartError, with a message for people, if it cannot start
 */
export async function launch(
  mode: LauncherMode,
  root: string,
  stop: StopRequests,
  terminal: Terminal,
): Promise<void> {
  const settings = readSettings();
  const hasEmbeddedData = !settings.databaseUrl || !settings.objectStore;
  const diskWarning = hasEmbeddedData ? requireDiskSpace(settings.dataDir) : null;
  const folder = await interruptible(stop, () =>
    takeDataFolder(settings.dataDir, PREDECESSOR_PATIENCE_MS, stop.signal),
  );
  if (!folder) return;
  try {
    await runInFolder(folder, { mode, root, settings, terminal, diskWarning }, stop);
  } finally {
    await folder.release();
  }
}

async function runInFolder(
  folder: DataFolder,
  context: Pick<StartContext, "mode" | "root" | "settings" | "terminal" | "diskWarning">,
  stop: StopRequests,
): Promise<void> {
  const { settings, terminal } = context;
  const patienceMs = folder.wasStale ? PREDECESSOR_PATIENCE_MS : 0;
  const areFree = await interruptible(stop, async () => {
    await ensurePortsFree(wantedPorts(settings), patienceMs, stop.signal);
    return true;
  });
  if (!areFree) return;
  // A file left by a killed launcher would point commands to an address where nothing is listening.
  removeApplicationFile(settings.dataDir);
  const secrets = readOrCreateSecrets(settings.dataDir);
  const services = createServiceGroup(settings.dataDir, terminal.warn);
  stop.onSecond(services.kill);
  terminal.line(`Stagedoor is starting (data folder ${settings.dataDir}).`);
  try {
    await interruptible(stop, async () => {
      terminal.line(await startStagedoor({ ...context, secrets, services }, stop.signal));
      if (!stop.signal.aborted) await once(stop.signal, "abort");
      terminal.line("Stopping …");
    });
  } finally {
    folder.announceStop();
    await services.stop();
    removeApplicationFile(settings.dataDir);
  }
  terminal.line("Stagedoor has stopped.");
}

/**
 * Resolves with the result, or with null if startup is interrupted. Errors caused by the interruption are of no interest
 * to the user who requested it.
 */
async function interruptible<Result>(
  stop: StopRequests,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (stop.signal.aborted) return null;
    throw error;
  }
}

/** Returns the ports of the parts that this launcher starts. */
function wantedPorts(settings: Settings): WantedPort[] {
  const { host, port, objectStore, objectStorePort, inngest, executorPort, receiverPort } =
    settings;
  const ports: WantedPort[] = [{ setting: "PORT", port, host }];
  if (!objectStore) ports.push({ setting: "OBJECT_STORE_PORT", port: objectStorePort, host });
  if (!inngest) {
    const { hostname } = new URL(executorUrl(executorPort));
    ports.push({ setting: "EXECUTOR_PORT", port: executorPort, host: hostname });
  }
  if (receiverPort !== null) {
    ports.push({ setting: "RECEIVER_PORT", port: receiverPort, host: "127.0.0.1" });
  }
  return ports;
}

/** Requests from outside to stop. */
interface StopRequests {
  /** Aborts at the first request. */
  readonly signal: AbortSignal;
  /** Called at a second request, or immediately if it has already arrived: the user does not want to wait any longer. */
  onSecond(callback: () => void): void;
}

/** The argument for a launcher that must exit when the other end of its standard input is closed. */
const END_WITH_PARENT = "--end-with-parent";

// npm and a terminal may both forward the same Ctrl-C.
const SAME_ORDER_WITHIN_MS = 1_000;

/** Watches signals and, if the arguments say so, the pipe from the parent process. */
export function watchStopRequests(args: readonly string[]): StopRequests {
  const { order, ...requests } = collectStopOrders(() => performance.now());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, order);
  if (args.includes(END_WITH_PARENT)) {
    onLauncherGone(() => {
      // The end of the pipe counts only as a first request. It never forces a stop, because no user is waiting any
      // longer.
      if (!requests.signal.aborted) order();
    });
  }
  return requests;
}

/** Collects stop requests, and distinguishes a second request from a first request that arrives twice. */
export function collectStopOrders(nowMs: () => number): StopRequests & { order(): void } {
  const first = new AbortController();
  const second = new AbortController();
  let firstMs = 0;
  return {
    signal: first.signal,
    onSecond: (callback) => {
      if (second.signal.aborted) callback();
      else second.signal.addEventListener("abort", callback, { once: true });
    },
    order: () => {
      if (!first.signal.aborted) {
        firstMs = nowMs();
        first.abort();
      } else if (nowMs() - firstMs > SAME_ORDER_WITHIN_MS) {
        second.abort();
      }
    },
  };
}
