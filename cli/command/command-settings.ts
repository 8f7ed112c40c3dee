import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  type PartSettings,
  readPartSettingsOver,
  readSettings,
  type Settings,
} from "@/lib/env/read-settings";
import { CommandError } from "./command-error";

/** What the launcher records about the running application. */
const applicationFile = z.object({
  launcher: z.int().positive(),
  settings: z.record(z.string(), z.string()),
});

/**
 * Returns the settings of a command. Settings that the environment lacks come from the Stagedoor that is running in the
 * data folder, including `inngest` for commands that need it.
 * @throws CommandError if the environment names no part and no Stagedoor is running, or if it names a part of a different
 * Stagedoor than the running one; SettingsError if a setting is wrong
 */
export async function readCommandSettings(
  needs: { inngest: boolean } = { inngest: false },
): Promise<PartSettings> {
  const given = readSettings();
  const hasParts = given.databaseUrl && given.objectStore && given.encryptionKey;
  if (hasParts && (given.inngest || !needs.inngest)) return readPartSettingsOver({});
  const running = await readRunning(given.dataDir);
  assertSameParts(given, running);
  return readPartSettingsOver(given.inngest ? withoutInngest(running) : running);
}

/** Leaves out the settings for Inngest, because the keys of one Inngest server must not be sent to another. */
const withoutInngest = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith("INNGEST_")));

/**
 * Throws an error if the environment names a part of a different installation. A sweep that used the store of one
 * installation and the database of another would delete files that are still in use.
 */
function assertSameParts(given: Settings, running: Record<string, string>): void {
  const { databaseUrl, objectStore, dataDir } = given;
  const isSame =
    (!databaseUrl || databaseUrl === running.DATABASE_URL) &&
    (!objectStore ||
      (objectStore.endpoint === running.S3_ENDPOINT && objectStore.bucket === running.S3_BUCKET));
  if (isSame) return;
  throw new CommandError(
    `The environment names a different database or object store than the Stagedoor running in ${dataDir}. Set all of DATABASE_URL, S3_ENDPOINT with its bucket and keys, and STAGEDOOR_ENCRYPTION_KEY, or none of them.`,
  );
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
    `Stagedoor is not running in ${dataDir}. Start it with npm start, or set DATABASE_URL, S3_ENDPOINT and STAGEDOOR_ENCRYPTION_KEY.`,
    { cause },
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is running, but belongs to a different user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
