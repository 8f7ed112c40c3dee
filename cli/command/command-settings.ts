import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  type AppSettings,
  loadEnvironmentFile,
  readAppSettingsOver,
  readSettings,
} from "@/lib/env";
import { CommandError } from "./command-error";

/** What the launcher notes of the application that it runs. */
const applicationFile = z.object({
  launcher: z.int().positive(),
  settings: z.record(z.string(), z.string()),
});

/**
 * The settings of a command: the environment's own, and those of the Stagedoor that runs in the data folder for what the
 * environment leaves open.
 * @throws CommandError when no part is named and none runs, SettingsError when a setting is wrong
 */
export async function readCommandSettings(): Promise<AppSettings> {
  loadEnvironmentFile();
  const { databaseUrl, objectStore, encryptionKey, dataDir } = readSettings();
  if (databaseUrl && objectStore && encryptionKey) return readAppSettingsOver({});
  return readAppSettingsOver(await readRunning(dataDir));
}

async function readRunning(dataDir: string): Promise<Record<string, string>> {
  const text = await readFile(join(dataDir, "application.env.json"), "utf8").catch(
    (cause: unknown) => {
      throw notRunning(dataDir, cause);
    },
  );
  const { launcher, settings } = applicationFile.parse(JSON.parse(text));
  if (!isAlive(launcher)) throw notRunning(dataDir, null);
  return settings;
}

const notRunning = (dataDir: string, cause: unknown) =>
  new CommandError(
    `Stagedoor is not running in ${dataDir}: start it with npm start, or give DATABASE_URL, S3_ENDPOINT and STAGEDOOR_ENCRYPTION_KEY.`,
    { cause },
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is alive, too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
