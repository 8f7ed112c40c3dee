import { once } from "node:events";
import { executorUrl, readSettings, type Settings } from "@/lib/env/read-settings";
import { removeApplicationFile } from "./data-folder/application-file";
import { requireDiskSpace } from "./data-folder/require-disk-space";
import { readOrCreateSecrets } from "./data-folder/secrets";
import { type DataFolder, takeDataFolder } from "./data-folder/take-data-folder";
import { ensurePortsFree, type WantedPort } from "./ensure-ports-free";
import type { LauncherMode } from "./environment";
import { createServiceGroup } from "./services/service-group";
import { type StartContext, startStagedoor } from "./start-stagedoor";
import type { StopRequests } from "./stop-requests";
import type { Terminal } from "./terminal";

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
  const directory = await interruptible(stop, () =>
    takeDataFolder(settings.dataDir, PREDECESSOR_PATIENCE_MS, stop.signal),
  );
  if (!directory) return;
  try {
    await runInDirectory(directory, { mode, root, settings, terminal, diskWarning }, stop);
  } finally {
    await directory.release();
  }
}

async function runInDirectory(
  directory: DataFolder,
  context: Pick<StartContext, "mode" | "root" | "settings" | "terminal" | "diskWarning">,
  stop: StopRequests,
): Promise<void> {
  const { settings, terminal } = context;
  const patienceMs = directory.wasStale ? PREDECESSOR_PATIENCE_MS : 0;
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
    directory.announceStop();
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
