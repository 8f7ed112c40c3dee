import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  type PartSettings,
  readPartSettingsOver,
  readSettings,
  type Settings,
} from "@/lib/env/read-settings";
import { databasePlace } from "@/lib/env/settings-warnings";
import { CommandError } from "./command-error";

/** What the launcher records about the running application. */
const applicationFile = z.object({
  launcher: z.int().positive(),
  settings: z.record(z.string(), z.string()),
  /** The secrets that it was given and did not write down. Launchers before version 0.3 wrote everything. */
  withheld: z.array(z.string()).default([]),
});

type Running = z.infer<typeof applicationFile>;

/**
 * Returns the settings of a command. Settings that the environment lacks come from the Stagedoor that is running in the
 * data folder, including `inngest` for commands that need it.
 * @throws CommandError if the environment names no part and no Stagedoor is running, if it names a part of a different
 * Stagedoor than the running one, or if it lacks a secret that the running one was given; SettingsError if a setting is wrong
 */
export async function readCommandSettings(
  needs: { inngest: boolean } = { inngest: false },
): Promise<PartSettings> {
  const ownSettings = readSettings();
  const hasParts = ownSettings.databaseUrl && ownSettings.objectStore && ownSettings.encryptionKey;
  if (hasParts && (ownSettings.inngest || !needs.inngest)) return readPartSettingsOver({});
  const running = await readRunning(ownSettings.dataDir);
  assertSameParts(ownSettings, running);
  assertGivenAgain(ownSettings, running, needs);
  const { DATABASE_URL: _, ...withoutDatabase } = running.settings;
  const settings = running.withheld.includes("DATABASE_URL") ? withoutDatabase : running.settings;
  const lacksInngest = ownSettings.inngest || running.withheld.includes("INNGEST_SIGNING_KEY");
  return readPartSettingsOver(lacksInngest ? withoutInngest(settings) : settings);
}

/**
 * Whether the environment has a secret, and the settings that belong to it. Commands need no other secret; without
 * `WEBHOOK_SIGNING_SECRET`, they would not know that it is fixed.
 */
const GIVEN_AGAIN: readonly {
  readonly name: string;
  readonly settings: string;
  readonly isGiven: (ownSettings: Settings) => boolean;
}[] = [
  {
    name: "DATABASE_URL",
    settings: "DATABASE_URL",
    isGiven: ({ databaseUrl }) => databaseUrl !== null,
  },
  {
    name: "S3_SECRET_ACCESS_KEY",
    settings: "S3_ENDPOINT with its bucket and keys",
    isGiven: ({ objectStore }) => objectStore !== null,
  },
  {
    name: "STAGEDOOR_ENCRYPTION_KEY",
    settings: "STAGEDOOR_ENCRYPTION_KEY",
    isGiven: ({ encryptionKey }) => encryptionKey !== null,
  },
  {
    name: "WEBHOOK_SIGNING_SECRET",
    settings: "WEBHOOK_SIGNING_SECRET",
    isGiven: ({ webhook }) => webhook.signingSecret !== null,
  },
];
const INNGEST_AGAIN = {
  name: "INNGEST_SIGNING_KEY",
  settings: "INNGEST_SIGNING_KEY and INNGEST_EVENT_KEY",
  isGiven: ({ inngest }: Settings) => inngest !== null,
};

/** The launcher does not write down the secrets that it was given, so a command must be given them, too. */
function assertGivenAgain(
  ownSettings: Settings,
  { withheld }: Running,
  needs: { readonly inngest: boolean },
): void {
  const lacking = [...GIVEN_AGAIN, ...(needs.inngest ? [INNGEST_AGAIN] : [])].filter(
    ({ name, isGiven }) => withheld.includes(name) && !isGiven(ownSettings),
  );
  if (lacking.length === 0) return;
  const names = lacking.map(({ settings }) => settings).join(", ");
  throw new CommandError(
    `The Stagedoor running in ${ownSettings.dataDir} was given secrets in its environment, which are not written to disk. Set ${names} for this command, too, for example in .env.`,
  );
}

/** Leaves out the settings for Inngest, because the keys of one Inngest server must not be sent to another. */
const withoutInngest = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith("INNGEST_")));

/**
 * Throws an error if the environment names a part of a different installation. A sweep that used the store of one
 * installation and the database of another would delete files that are still in use.
 */
function assertSameParts(ownSettings: Settings, { settings: running, withheld }: Running): void {
  const { databaseUrl, objectStore, dataDir } = ownSettings;
  const placeOf = withheld.includes("DATABASE_URL") ? databasePlace : (url: string) => url;
  const isSame =
    (!databaseUrl || placeOf(databaseUrl) === running.DATABASE_URL) &&
    (!objectStore ||
      (objectStore.endpoint === running.S3_ENDPOINT && objectStore.bucket === running.S3_BUCKET));
  if (isSame) return;
  throw new CommandError(
    `The environment names a different database or object store than the Stagedoor running in ${dataDir}. Set all of DATABASE_URL, S3_ENDPOINT with its bucket and keys, and STAGEDOOR_ENCRYPTION_KEY, or none of them.`,
  );
}

async function readRunning(dataDir: string): Promise<Running> {
  const text = await readFile(join(dataDir, "application.env.json"), "utf8").catch(
    (cause: unknown) => {
      throw notRunning(dataDir, cause);
    },
  );
  const running = applicationFile.parse(JSON.parse(text));
  if (!isAlive(running.launcher)) throw notRunning(dataDir, null);
  return running;
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
