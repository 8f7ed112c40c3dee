import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { loadEnvironmentFile, SettingsError } from "@/lib/env/read-settings";
import { CommandError } from "./command/command-error";
import { counted } from "./command/text-table";
import { assertReachable } from "./external-system/assert-reachable";
import { inParallel } from "./external-system/in-parallel";
import { type Found, findFiles } from "./upload/find-files";
import { renderLeftOut, renderOutcomes } from "./upload/render-outcomes";
import { uploadFile } from "./upload/upload-file";
import { openUploadJournal } from "./upload/upload-journal";
import { readUploadOptions, type UploadOptions } from "./upload/upload-options";
import { createUploadProgress } from "./upload/upload-progress";

/**
 * Hands files and whole folders in for one asset, and finishes what an interrupted run left.
 * Exit code 0 when all files are there, 1 when something failed or was interrupted, 2 when the command was not understood.
 */
async function upload(args: readonly string[]): Promise<number> {
  const begun = await begin(args).catch((error: unknown) => {
    if (!(error instanceof CommandError || error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  });
  if (begun === null) return 2;
  print(renderLeftOut(begun.found));
  if (begun.found.files.length === 0) {
    print("Nothing to upload.\n");
    return 0;
  }
  await assertReachable(begun.options.access);
  return uploadAll(begun.options, begun.found);
}

async function begin(args: readonly string[]): Promise<{ options: UploadOptions; found: Found }> {
  // The launcher reads the same file, so that both speak of the same address and folder.
  loadEnvironmentFile();
  const options = await readUploadOptions(args);
  return { options, found: await findFiles(options.paths, options.journalFile) };
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
    ...{ client, journal, assetIdentifier, signal, url: access.url },
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

/** The first Ctrl-C ends what runs in an orderly way; a second one ends the process, as it always does. */
function abortAtInterrupt(): AbortController {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => controller.abort(new Error(`${name} was received`)));
  }
  return controller;
}

const print = (text: string) => process.stdout.write(text);

function sentenceOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

upload(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  },
);
