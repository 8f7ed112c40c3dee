import { format, toMarkdownTable, verdict } from "../report/report";
import type { ReadFigures, WriteFigures } from "./measure";

/** The results of a run. */
export interface LargeFigures {
  readonly description: string;
  readonly reads: readonly ReadFigures[];
  readonly writes: readonly WriteFigures[];
  /** The plans that scan a growing table, each with the call it belongs to. */
  readonly scans: readonly string[];
}

/** A page may take up to this many times as long as with 10,000 documents. */
const TIMES_MAX = 3;
/** Writes must reach this share of the rate in an empty database. */
const WRITES_MIN = 0.9;

const isFastEnough = ({ smallMs, largeMs }: ReadFigures) => largeMs <= TIMES_MAX * smallMs;

/** Renders the figures as Markdown: every call with its verdict, the slowest first. */
export function renderFigures({ description, reads, writes, scans }: LargeFigures): string {
  const ordered = reads.toSorted((one, other) => ratioOf(other) - ratioOf(one));
  const compared = reads.filter(({ isGrowingCount }) => !isGrowingCount);
  const missed = compared.filter((read) => !isFastEnough(read)).length;
  const table = [
    ["Call", "p50 ms at 10,000", "p50 ms", "ratio", "target 3"],
    ...ordered.map((read) => [
      read.what,
      format(read.smallMs, 2),
      format(read.largeMs, 2),
      format(ratioOf(read), 1),
      read.isGrowingCount ? "none" : verdict(isFastEnough(read)),
    ]),
  ];
  const written = writes.map(({ what, emptyPerSecond, largePerSecond }) => {
    const ratio = largePerSecond / emptyPerSecond;
    const rates = `${format(largePerSecond, 0)} a second, ${format(emptyPerSecond, 0)} in an empty database`;
    return `- ${what}: ${rates}, ratio ${format(ratio, 2)}; target at least ${WRITES_MIN}: ${verdict(ratio >= WRITES_MIN)}.`;
  });
  return [
    description,
    "",
    ...written,
    `- Plans that scan a growing table: ${scans.length}; target none: ${verdict(scans.length === 0)}.`,
    `- Calls that take over ${TIMES_MAX} times as long: ${missed} of ${compared.length}; target none: ${verdict(missed === 0)}.`,
    "- Counts whose matches grow with the database have no target: they read up to 10,000 matches, and the small database has fewer.",
    "",
    toMarkdownTable(table),
  ].join("\n");
}

const ratioOf = ({ smallMs, largeMs }: ReadFigures) => largeMs / smallMs;
