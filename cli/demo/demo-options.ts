import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isApiKeyText } from "@/lib/domain/api-key";
import { readSettings, type Settings } from "@/lib/env";
import type { ApiAccess } from "./api-call";
import { DemoError } from "./demo-error";

/** What the demo was asked to do. */
export interface DemoOptions {
  readonly access: ApiAccess;
  /** null: each sample once. */
  readonly count: number | null;
  /** Where to note what was answered; null: nowhere. */
  readonly journalFile: string | null;
}

const COUNT_MAX = 100_000;
const USAGE =
  "Usage: npm run demo -- [--count N] [--url http://…] [--key-file path] [--journal path]";

/**
 * Reads the command line, and the settings for what it leaves open: the address, and the key or the file that holds it.
 * @throws DemoError or SettingsError with the sentence for people
 */
export async function readDemoOptions(args: readonly string[]): Promise<DemoOptions> {
  const values = parseArguments(args);
  const settings = readSettings();
  return {
    access: {
      url: parseUrl(values.url ?? settings.publicUrl),
      apiKey: await readApiKey(values["key-file"] ?? null, settings),
    },
    count: values.count === undefined ? null : parseCount(values.count),
    journalFile: values.journal ?? null,
  };
}

function parseArguments(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { count: text, url: text, "key-file": text, journal: text };
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new DemoError(USAGE, { cause });
  }
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/") return url.origin;
  throw new DemoError("The option --url needs an address such as http://127.0.0.1:3000.");
}

function parseCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= COUNT_MAX) return count;
  throw new DemoError(`The option --count needs a whole number from 1 to ${COUNT_MAX}.`);
}

/** A file that was asked for wins over the setting, and the setting over the file of the first start. */
async function readApiKey(keyFile: string | null, settings: Settings): Promise<string> {
  if (keyFile === null && settings.apiKey) return settings.apiKey;
  const file = keyFile ?? join(settings.dataDir, "first-api-key");
  const key = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new DemoError(
      `The key file ${file} cannot be read: start Stagedoor first (npm start), or name a file with --key-file.`,
      { cause },
    );
  });
  if (isApiKeyText(key.trim())) return key.trim();
  throw new DemoError(`The file ${file} does not hold an API key.`);
}
