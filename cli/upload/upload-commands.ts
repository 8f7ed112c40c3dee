import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { SettingsError } from "@/lib/env/read-settings";
import { command, type Given, type Program } from "../command/command";
import { CommandError } from "../command/command-error";
import { counted } from "../command/text-table";
import { UsageError } from "../command/usage-error";
import { assertReachable } from "../external-system/assert-reachable";
import { inParallel } from "../external-system/in-parallel";
import { type Found, findFiles } from "./find-files";
import { renderLeftOut, renderOutcomes } from "./render-outcomes";
import { uploadFile } from "./upload-file";
import { openUploadJournal } from "./upload-journal";
import { readUploadOptions, UPLOAD_PARAMETERS, type UploadOptions } from "./upload-options";
import { createUploadProgress } from "./upload-progress";

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

async function upload(given: Given<typeof UPLOAD_PARAMETERS>): Promise<number> {
  const { options, found } = await prepare(given);
  print(renderLeftOut(found));
  if (found.files.length === 0) {
    print("Nothing to upload.\n");
    return 0;
  }
  await assertReachable(options.access);
  return uploadAll(options, found);
}

/** Reads the options and finds the files. @throws UsageError if the command line, a setting or a named path is wrong */
async function prepare(given: Given<typeof UPLOAD_PARAMETERS>) {
  try {
    const options = await readUploadOptions(given);
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
