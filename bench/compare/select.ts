import type { Measured, Measurements } from "./measure";
import type { BurstFigures } from "./run-burst";
import type { CallName, SideName } from "./side";

/** Returns the rounds of one side's call, or an empty list if the call was not measured. */
export function roundsOf(
  { bursts }: Pick<Measurements, "bursts">,
  of: Omit<Measured, "rounds">,
): readonly BurstFigures[] {
  const found = bursts.find(
    ({ side, call, callers }) => side === of.side && call === of.call && callers === of.callers,
  );
  return found?.rounds ?? [];
}

/**
 * A comparison of one of the product's calls with a call of the peer. The product's report always checks the file; the
 * peer's report does so only on request.
 */
export interface Comparison {
  readonly title: string;
  readonly ours: CallName;
  readonly theirs: CallName;
}

/** All comparisons, in the order of the tables. */
export const COMPARISONS: readonly Comparison[] = [
  { title: "create", ours: "create", theirs: "create" },
  { title: "report, verified only by Stagedoor", ours: "report", theirs: "report" },
  { title: "report, verified by both", ours: "report", theirs: "verifiedReport" },
  { title: "read", ours: "read", theirs: "read" },
];

/**
 * Returns the call of another side that is compared with the product's call. Only the peer has a second kind of report.
 */
export const callOf = (side: SideName, { ours, theirs }: Comparison): CallName =>
  side === "payload" ? theirs : ours;
