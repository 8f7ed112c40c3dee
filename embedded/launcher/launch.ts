import { once } from "node:events";
import { readSettings, type Settings } from "@/lib/env";
import { removeApplicationFile } from "./application-file";
import { type DataFolder, takeDataFolder } from "./data-folder";
import type { LauncherMode } from "./environment";
import { ensurePortsFree, type WantedPort } from "./ports";
import { readOrCreateSecrets } from "./secrets";
import { createServiceGroup } from "./service-group";
import { type StartContext, startEverything } from "./start-everything";
import type { StopRequests } from "./stop-requests";
import type { Terminal } from "./terminal";

/** What a launcher before this one left, killed or about to stop, needs a moment to end. */
const PREDECESSOR_PATIENCE_MS = 15_000;

/**
 * Runs Stagedoor until it is asked to stop, and ends only when all children have ended.
 * @throws SettingsError or StartError with the sentence for people when it cannot start.
 */
export async function launch(
  mode: LauncherMode,
  root: string,
  stop: StopRequests,
  terminal: Terminal,
): Promise<void> {
  const settings = readSettings();
  const folder = await takeDataFolder(settings.dataDir, PREDECESSOR_PATIENCE_MS);
  try {
    await runInFolder(folder, { mode, root, settings, terminal }, stop);
  } finally {
    await folder.release();
  }
}

async function runInFolder(
  folder: DataFolder,
  context: Pick<StartContext, "mode" | "root" | "settings" | "terminal">,
  stop: StopRequests,
): Promise<void> {
  const { settings, terminal } = context;
  const patienceMs = folder.wasStale ? PREDECESSOR_PATIENCE_MS : 0;
  await ensurePortsFree(settings.host, wantedPorts(settings), patienceMs, stop.signal);
  // What a killed launcher left would lead commands to a place where nothing listens.
  removeApplicationFile(settings.dataDir);
  const secrets = readOrCreateSecrets(settings.dataDir);
  const services = createServiceGroup(settings.dataDir, terminal.warn);
  stop.onSecond(services.kill);
  terminal.line(`Stagedoor is starting (data folder ${settings.dataDir}).`);
  try {
    const block = await startEverything({ ...context, secrets, services }, stop.signal);
    terminal.line(block);
    if (!stop.signal.aborted) await once(stop.signal, "abort");
    terminal.line("Stopping …");
  } catch (error) {
    // Whoever asked to stop does not want to read what the stop interrupted.
    if (!stop.signal.aborted) throw error;
  } finally {
    folder.announceStop();
    removeApplicationFile(settings.dataDir);
    await services.stop();
  }
  terminal.line("Stagedoor has stopped.");
}

function wantedPorts({ port, objectStore, objectStorePort }: Settings): WantedPort[] {
  const ports: WantedPort[] = [{ setting: "PORT", port }];
  if (!objectStore) ports.push({ setting: "OBJECT_STORE_PORT", port: objectStorePort });
  return ports;
}
