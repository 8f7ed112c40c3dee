import type { Measured, Measurements } from "./measure";
import type { BurstFigures } from "./run-burst";
import type { CallName, SideName } from "./side";

/** The rounds of one side's call; none if it was not measured. */
export function roundsOf(
  { bursts }: Pick<Measurements, "bursts">,
  of: Omit<Measured, "rounds">,
): readonly BurstFigures[] {
  const found = bursts.find(
    ({ side, call, callers }) => side === of.side && call === of.call && callers === of.callers,
  );
  return found?.rounds ?? [];
}

/** How a call of the product is compared: also with the peer's report that looks for the file, which ours always does. */
export interface Comparison {
  readonly title: string;
  readonly ours: CallName;
  readonly theirs: CallName;
}

/** In the order of the tables. */
export const COMPARISONS: readonly Comparison[] = [
  { title: "create", ours: "create", theirs: "create" },
  { title: "report, ours verified", ours: "report", theirs: "report" },
  { title: "report, both verified", ours: "report", theirs: "verifiedReport" },
  { title: "read", ours: "read", theirs: "read" },
];

/** The call of another side that stands beside one of ours: only the peer has a second report. */
export const callOf = (side: SideName, { ours, theirs }: Comparison): CallName =>
  side === "payload" ? theirs : ours;
