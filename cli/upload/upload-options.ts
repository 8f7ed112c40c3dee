import { createHash } from "node:crypto";
import { assetIdentifierProblem } from "@/lib/documents/rules/asset-identifier";
import { type Given, operand, optional, rest } from "../command/command";
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
const FILES_AT_A_TIME = "4";

/** What the command line may say. */
export const UPLOAD_PARAMETERS = {
  assetIdentifier: operand("assetIdentifier"),
  paths: rest("files or folders…"),
  parallel: optional(FILES_AT_A_TIME),
  journal: optional("path"),
  url: optional("http://…"),
  "key-file": optional("path"),
};

/**
 * Checks what the command line says, and reads the settings for the address and the key that it leaves open.
 * @throws CommandError or SettingsError with the sentence for people
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
    `The option --parallel needs a whole number from 1 to ${FILES_AT_A_TIME_MAX}.`,
  );
}

/** One for each asset of each Stagedoor; hidden, so that a folder that holds it can be uploaded. */
function journalName(url: string, assetIdentifier: string): string {
  const readable = assetIdentifier.replace(/[^\w-]+/g, "-").slice(0, 40);
  const digest = createHash("sha256").update(`${url}\n${assetIdentifier}`).digest("hex");
  return `.stagedoor-upload-${readable}-${digest.slice(0, 8)}.jsonl`;
}
