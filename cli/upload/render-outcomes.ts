import { counted, indented, renderSize, renderTable } from "../command/text-table";
import type { Found } from "./find-files";
import type { FileOutcome } from "./upload-file";

const HEADER = ["file", "size", "result", "seconds", "document"];

/** Renders the skipped files of a folder, one line each. */
export function renderLeftOut({ leftOut }: Found): string {
  return leftOut.map(({ shownPath, reason }) => `Left out: ${shownPath} (${reason})\n`).join("");
}

/** Renders a table of all files, one sentence per failed file, and what to do next. */
export function renderOutcomes(
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
