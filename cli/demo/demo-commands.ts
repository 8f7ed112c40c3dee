import { parseArgs } from "node:util";
import { type ApiAccess, readAccess } from "../external-system/access";
import { CommandError } from "../external-system/command-error";

/** What the demo was asked to do. */
export interface DemoOptions {
  readonly access: ApiAccess;
  /** null: each sample once. */
  readonly count: number | null;
  /** Where to note what was answered; null: nowhere. With one, documents are handed in and nothing else is shown. */
  readonly journalFile: string | null;
  /** Whether the webhook may be used although notifications of others are going to it. */
  readonly mayDivert: boolean;
}

const COUNT_MAX = 100_000;
const USAGE =
  "Usage: npm run demo -- [--count N] [--webhook] [--url http://…] [--key-file path] [--journal path]";

/**
 * Reads the command line, and the settings for what it leaves open: the address, and the key or the file that holds it.
 * @throws CommandError or SettingsError with the sentence for people
 */
export async function readDemoOptions(args: readonly string[]): Promise<DemoOptions> {
  const values = parseArguments(args);
  return {
    access: await readAccess({ url: values.url, "key-file": values["key-file"] }),
    count: values.count === undefined ? null : parseCount(values.count),
    journalFile: values.journal ?? null,
    mayDivert: values.webhook ?? false,
  };
}

function parseArguments(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const webhook = { type: "boolean" } as const;
    const options = { count: text, webhook, url: text, "key-file": text, journal: text };
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    throw new CommandError(USAGE, { cause });
  }
}

function parseCount(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= COUNT_MAX) return count;
  throw new CommandError(`The option --count needs a whole number from 1 to ${COUNT_MAX}.`);
}
