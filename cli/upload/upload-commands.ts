import { createHash } from "node:crypto";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { assetIdentifierProblem } from "@/lib/documents/rules/staged-document";
import { SettingsError } from "@/lib/env/read-settings";
import { command, type Input, operand, optional, type Program, rest } from "../command/command";
import { CommandError, UsageError } from "../command/command-error";
import { counted, indented, renderSize, renderTable } from "../command/text-table";
import { type ApiAccess, readAccess } from "../external-system/access";
import { assertReachable } from "../external-system/assert-reachable";
import { inParallel } from "../external-system/in-parallel";
import { type Found, findFiles } from "./find-files";
import { type FileOutcome, uploadFile } from "./upload-file";
import { openUploadJournal } from "./upload-journal";
import { createUploadProgress } from "./upload-progress";

/** The options of the command. */
interface UploadOptions {
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
const UPLOAD_PARAMETERS = {
  assetIdentifier: operand("assetIdentifier"),
  paths: rest("files or folders…"),
  parallel: optional(FILES_AT_A_TIME),
  journal: optional("path"),
  url: optional("http://…"),
  "key-file": optional("path"),
  patience: optional("seconds"),
};

/**
 * Checks the command line, and reads a missing address or key from the settings.
 * @throws CommandError or SettingsError with a message for people
 */
async function readUploadOptions(input: Input<typeof UPLOAD_PARAMETERS>): Promise<UploadOptions> {
  const { assetIdentifier, paths, parallel = FILES_AT_A_TIME, journal, ...addressAndKey } = input;
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

/** `npm run upload`. */
export const UPLOAD: Program = {
  name: "upload",
  usageErrorCode: 2,
  commands: {
    "": command({
      does: "Uploads files and whole folders for one asset, and completes an interrupted run. Exit code 0 means that all files are uploaded, 1 that something failed or was interrupted, 2 that the options are wrong.",
      parameters: UPLOAD_PARAMETERS,
      run: upload,
    }),
  },
};

async function upload(input: Input<typeof UPLOAD_PARAMETERS>): Promise<number> {
  const { options, found } = await prepare(input);
  print(renderLeftOut(found));
  if (found.files.length === 0) {
    print("Nothing to upload.\n");
    return 0;
  }
  await assertReachable(options.access);
  return uploadAll(options, found);
}

/** Reads the options and finds the files. @throws UsageError if the command line, a setting or a named path is wrong */
async function prepare(input: Input<typeof UPLOAD_PARAMETERS>) {
  try {
    const options = await readUploadOptions(input);
    return { options, found: await findFiles(options.paths, options.journalFile) };
  } catch (cause) {
    const isUsage = cause instanceof CommandError || cause instanceof SettingsError;
    throw isUsage ? new UsageError(cause.message, { cause }) : cause;
  }
}

async function uploadAll(options: UploadOptions, { files }: Found): Promise<number> {
  const { access, assetIdentifier, journalFile, filesAtATime } = options;
  const startedMs = performance.now();
  const stop = abortAtInterrupt();
  const journal = await openUploadJournal(journalFile);
  print(`Uploading ${counted(files.length, "file")} to ${access.url} for ${assetIdentifier}\n`);
  const progress = createUploadProgress(process.stdout, files);
  const client = createStagedoorClient({ ...access, onPause: progress.pause });
  const { signal } = stop;
  const tools = {
    client,
    journal,
    assetIdentifier,
    signal,
    url: access.url,
    onProgress: progress.move,
  };
  const outcomes = await inParallel(files, filesAtATime, async (file) => {
    progress.begin(file);
    const outcome = await uploadFile(tools, file);
    progress.end(outcome);
    return outcome;
  }).finally(() => {
    progress.close();
    return journal.close();
  });
  const seconds = (performance.now() - startedMs) / 1000;
  print(renderOutcomes(outcomes, { seconds, journalFile }));
  return outcomes.every(({ result }) => result !== "FAILED" && result !== "interrupted") ? 0 : 1;
}

/** The first Ctrl-C stops running uploads cleanly; a second Ctrl-C ends the process as usual. */
function abortAtInterrupt(): AbortController {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => controller.abort(new Error(`${name} was received`)));
  }
  return controller;
}

function print(text: string): void {
  process.stdout.write(text);
}

const HEADER = ["file", "size", "result", "seconds", "document"];

/** Renders the skipped files of a folder, one line each. */
function renderLeftOut({ leftOut }: Found): string {
  return leftOut.map(({ shownPath, reason }) => `Left out: ${shownPath} (${reason})\n`).join("");
}

/** Renders a table of all files, one sentence per failed file, and what to do next. */
function renderOutcomes(
  outcomes: readonly FileOutcome[],
  run: { readonly seconds: number; readonly journalFile: string },
): string {
  const rows = outcomes.map(({ file, result, uuid, seconds }) => [
    file.shownPath,
    renderSize(file.sizeBytes),
    result,
    seconds.toFixed(2),
    uuid ?? "–",
  ]);
  const problems = outcomes.flatMap(({ file, problem }) =>
    problem === null ? [] : [`  ${file.shownPath}: ${problem.replace(/\.$/, "")}.\n`],
  );
  return [
    `\n${indented(renderTable(HEADER, rows, ["size", "seconds"]))}`,
    ...problems,
    `\n${summaryOf(outcomes, run)}`,
  ].join("");
}

function summaryOf(
  outcomes: readonly FileOutcome[],
  { seconds, journalFile }: { readonly seconds: number; readonly journalFile: string },
): string {
  const count = (...results: readonly FileOutcome["result"][]) =>
    outcomes.filter(({ result }) => results.includes(result)).length;
  const done = `${counted(count("uploaded", "finished"), "file")} uploaded, ${count("there already")} there already, ${count("FAILED")} failed, in ${seconds.toFixed(1)} s.\n`;
  const open = count("interrupted", "FAILED");
  if (open === 0) return done;
  const begun =
    count("interrupted") > 0 ? `Interrupted: ${count("interrupted")} not finished. ` : "";
  return `${done}${begun}Run the same command again to upload the missing files. ${journalFile} records what is done.\n`;
}
