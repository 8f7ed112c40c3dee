import { counted, indented, renderSize, renderTable } from "../command/text-table";
import type { Outcome } from "./upload-document";

const HEADER = ["file", "size", "status", "seconds", "SHA-256"];

/** An aligned table, one line for each sample and what became of it, then one sentence for each document that failed. */
export function renderOutcomes(outcomes: readonly Outcome[]): string {
  const rows = [...groupAlike(outcomes).values()].map(renderRow);
  const table = indented(renderTable(HEADER, rows, ["size", "seconds"]));
  const problems = outcomes.flatMap(({ document, problem }) =>
    problem === null ? [] : [`  ${document.sample.name}: ${problem}.\n`],
  );
  return [table, ...problems].join("");
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

function groupAlike(outcomes: readonly Outcome[]): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = [outcome.document.sample.name, outcome.statusName, outcome.sha256].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return groups;
}

function renderRow(alike: readonly Outcome[]): string[] {
  const [first] = alike;
  if (!first) throw new Error("a group has at least one outcome");
  const { document, statusName, problem } = first;
  const { name, sizeBytes } = document.sample;
  const seconds = alike.reduce((sum, outcome) => sum + outcome.seconds, 0) / alike.length;
  const wanted = first.sha256 === null && problem === null ? " (as wanted)" : "";
  return [
    alike.length === 1 ? name : `${name} ×${alike.length}`,
    renderSize(sizeBytes),
    `${statusName ?? "FAILED"}${wanted}`,
    seconds.toFixed(2),
    renderDigest(first),
  ];
}

function renderDigest({ sha256, document }: Outcome): string {
  if (sha256 === null) return "–";
  return `${sha256.slice(0, 12)} ${sha256 === document.sample.sha256 ? "ok" : "DIFFERENT"}`;
}
