import { counted, indented, renderSize, renderTable } from "../command/text-table";
import type { Outcome } from "./upload-and-check";

const HEADER = ["file", "size", "status", "seconds", "SHA-256"];

/** A table with a line for each sample and what became of it, then one sentence for each document that failed. */
export function renderOutcomes(outcomes: readonly Outcome[]): string {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = [outcome.sample.name, outcome.statusName, outcome.sha256].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  const problems = outcomes.flatMap(({ sample, problem }) =>
    problem === null ? [] : [`  ${sample.name}: ${problem}.\n`],
  );
  const table = renderTable(HEADER, [...groups.values()].flatMap(renderAlike), ["size", "seconds"]);
  return [indented(table), ...problems].join("");
}

/** One line for outcomes that differ in their seconds alone. */
function renderAlike(alike: readonly Outcome[]): string[][] {
  const seconds = alike.reduce((sum, outcome) => sum + outcome.seconds, 0) / alike.length;
  return alike
    .slice(0, 1)
    .map(({ sample, statusName, sha256, problem }) => [
      alike.length === 1 ? sample.name : `${sample.name} ×${alike.length}`,
      renderSize(sample.sizeBytes),
      `${statusName ?? "FAILED"}${sha256 === null && problem === null ? " (as wanted)" : ""}`,
      seconds.toFixed(2),
      sha256 ? `${sha256.slice(0, 12)} ${sha256 === sample.sha256 ? "ok" : "DIFFERENT"}` : "–",
    ]);
}

/** One sentence for the whole run. */
export function renderSummary(
  outcomes: readonly Outcome[],
  run: { readonly seconds: number; readonly pauses: number },
): string {
  const repeats = run.pauses === 0 ? "" : ` (${counted(run.pauses, "call")} repeated)`;
  const time = `in ${run.seconds.toFixed(1)} s${repeats}`;
  const failed = outcomes.filter(({ problem }) => problem !== null).length;
  if (failed > 0) {
    return `${failed} of ${counted(outcomes.length, "document")} failed or came back different ${time}.`;
  }
  const identical = outcomes.filter(({ sha256 }) => sha256 !== null).length;
  const failures = outcomes.length - identical;
  return `${counted(identical, "document")} created, uploaded, reported and downloaded again, byte for byte the same, and ${counted(failures, "upload")} failed as wanted, ${time}.`;
}
