import { describeMachine } from "../describe-machine";
import { compareWithAims } from "./aims";
import type { Row } from "./measure";
import { toTable } from "./table";

/** The machine, the table and the aims as Markdown. */
export function renderResults(
  rows: readonly Row[],
  { postgresVersion, date }: { postgresVersion: string; date: Date },
): string {
  return [
    describeMachine(date, { postgresVersion }),
    "Each cell is product : bare.",
    toTable(rows),
    "At 10 connections:",
    compareWithAims(rows)
      .map((sentence) => `- ${sentence}`)
      .join("\n"),
  ].join("\n\n");
}
