import { createHash } from "node:crypto";
import { assetIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { type Given, operand, optional, rest } from "../command/command";
import { CommandError } from "../command/command-error";
import { type ApiAccess, readAccess } from "../external-system/access";

/** The options of the command. */
export interface UploadOptions {
  readonly access: ApiAccess;
  readonly assetIdentifier: string;
  /** Files and folders as given. */
  readonly paths: readonly string[];
  readonly journalFile: string;
  readonly filesAtATime: number;
}

const FILES_AT_A_TIME_MAX = 32;
const FILES_AT_A_TIME = "4";

/** The parameters of the command line. */
export const UPLOAD_PARAMETERS = {
  assetIdentifier: operand("assetIdentifier"),
  paths: rest("files or folders…"),
  parallel: optional(FILES_AT_A_TIME),
  journal: optional("path"),
  url: optional("http://…"),
  "key-file": optional("path"),
};

/**
 * Checks the command line, and reads a missing address or key from the settings.
 * @throws CommandError or SettingsError with a message for people
 */
export async function readUploadOptions(
  given: Given<typeof UPLOAD_PARAMETERS>,
): Promise<UploadOptions> {
  const { assetIdentifier, paths, parallel = FILES_AT_A_TIME, journal, ...addressAndKey } = given;
  const problem = assetIdentifierProblem(assetIdentifier);
  if (problem) throw new CommandError(`The asset identifier ${problem}.`);
  const filesAtATime = parseParallel(parallel);
  const access = await readAccess(addressAndKey);
  const journalFile = journal ?? journalName(access.url, assetIdentifier);
  return { access, assetIdentifier, paths, journalFile, filesAtATime };
}

function parseParallel(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= FILES_AT_A_TIME_MAX) return count;
  throw new CommandError(
    `The option --parallel must be a whole number from 1 to ${FILES_AT_A_TIME_MAX}.`,
  );
}

/**
 * Returns a name that is unique for each asset and Stagedoor. The file is hidden, so that the folder that contains it can
 * be uploaded.
 */
function journalName(url: string, assetIdentifier: string): string {
  const readable = assetIdentifier.replace(/[^\w-]+/g, "-").slice(0, 40);
  const digest = createHash("sha256").update(`${url}\n${assetIdentifier}`).digest("hex");
  return `.stagedoor-upload-${readable}-${digest.slice(0, 8)}.jsonl`;
}
