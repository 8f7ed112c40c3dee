import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isApiKeyText } from "@/lib/accounts/rules/api-key";
import { readSettings, type Settings } from "@/lib/env/read-settings";
import { CommandError } from "../command/command-error";

/** What an external system needs to know about a Stagedoor. */
export interface ApiAccess {
  /** The origin, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** How long to retry a call after its first failure; the client's own limit by default. */
  readonly patienceMs?: number;
}

const PATIENCE_SECONDS_MAX = 3600;

/**
 * Reads the address and the key from the command line or, if not given, from the settings.
 * @throws CommandError or SettingsError with a message for people
 */
export async function readAccess(options: {
  readonly url: string | undefined;
  readonly "key-file": string | undefined;
  readonly patience: string | undefined;
}): Promise<ApiAccess> {
  const settings = readSettings();
  return {
    ...(options.patience !== undefined && { patienceMs: parsePatience(options.patience) }),
    url: parseUrl(options.url ?? settings.publicUrl),
    apiKey: await readApiKey(options["key-file"] ?? null, settings),
  };
}

function parsePatience(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= PATIENCE_SECONDS_MAX) return seconds * 1000;
  throw new CommandError(
    `The option --patience must be a whole number of seconds from 1 to ${PATIENCE_SECONDS_MAX}.`,
  );
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/") return url.origin;
  throw new CommandError("The option --url takes an address such as http://127.0.0.1:3000.");
}

/**
 * A file on the command line takes precedence over the setting, and the setting over the file that Stagedoor wrote when
 * it first started.
 */
async function readApiKey(keyFile: string | null, settings: Settings): Promise<string> {
  if (keyFile === null && settings.apiKey) return settings.apiKey;
  const file = keyFile ?? join(settings.dataDir, "first-api-key");
  const key = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new CommandError(
      `The key file ${file} cannot be read. Start Stagedoor first (npm start), or specify a file with --key-file.`,
      { cause },
    );
  });
  if (isApiKeyText(key.trim())) return key.trim();
  throw new CommandError(`The file ${file} does not contain an API key.`);
}
