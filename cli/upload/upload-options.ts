import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { assetIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { CommandError } from "../command/command-error";
import { type ApiAccess, readAccess } from "../external-system/access";

/** What the command was asked to do. */
export interface UploadOptions {
  readonly access: ApiAccess;
  readonly assetIdentifier: string;
  /** Files and folders as they were named. */
  readonly paths: readonly string[];
  readonly journalFile: string;
  readonly filesAtATime: number;
}

const FILES_AT_A_TIME_MAX = 32;
const USAGE =
  "Usage: npm run upload -- <assetIdentifier> <files or folders…> [--parallel 4] [--journal path] [--url http://…] [--key-file path]";

/**
 * Reads the command line, and the settings for the address and the key that it leaves open.
 * @throws CommandError or SettingsError with the sentence for people
 */
export async function readUploadOptions(args: readonly string[]): Promise<UploadOptions> {
  const { values, positionals } = parseArguments(args);
  const [assetIdentifier, ...paths] = positionals;
  if (assetIdentifier === undefined || paths.length === 0) throw new CommandError(USAGE);
  const problem = assetIdentifierProblem(assetIdentifier);
  if (problem) throw new CommandError(`The asset identifier ${problem}.`);
  const filesAtATime = parseParallel(values.parallel);
  const access = await readAccess({ url: values.url, "key-file": values["key-file"] });
  const journalFile = values.journal ?? journalName(access.url, assetIdentifier);
  return { access, assetIdentifier, paths, journalFile, filesAtATime };
}

function parseArguments(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = {
      parallel: { type: "string", default: "4" },
      journal: text,
      url: text,
      "key-file": text,
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new CommandError(USAGE, { cause });
  }
}

function parseParallel(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= FILES_AT_A_TIME_MAX) return count;
  throw new CommandError(
    `The option --parallel needs a whole number from 1 to ${FILES_AT_A_TIME_MAX}.`,
  );
}

/** One for each asset of each Stagedoor; hidden, so that a folder that holds it can be uploaded. */
function journalName(url: string, assetIdentifier: string): string {
  const readable = assetIdentifier.replace(/[^\w-]+/g, "-").slice(0, 40);
  const digest = createHash("sha256").update(`${url}\n${assetIdentifier}`).digest("hex");
  return `.stagedoor-upload-${readable}-${digest.slice(0, 8)}.jsonl`;
}
