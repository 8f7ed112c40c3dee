/** What several rounds gave: the middle, and the least and the most. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Of values in any order; of an even number the mean of the two in the middle. null of none. */
export function toSpread(values: readonly number[]): Spread | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [min, max] = [sorted.at(0), sorted.at(-1)];
  if (min === undefined || max === undefined) return null;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? max;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? min;
  return { median: (lower + upper) / 2, min, max };
}

/** Spread of what was measured in each round; rounds in which it is not known do not count. */
export const spreadOf = <Round>(
  rounds: readonly Round[],
  figure: (round: Round) => number | null | undefined,
): Spread | null => toSpread(rounds.flatMap((round) => figure(round) ?? []));

/**
 * Spread of the ratios of two sides, each of figures of the same round: what disturbed a round disturbed both. null without a round
 * in which both are known.
 */
export function ratioSpread(
  ours: readonly (number | null | undefined)[],
  theirs: readonly (number | null | undefined)[],
): Spread | null {
  return toSpread(
    ours.flatMap((our, round) => {
      const their = theirs[round];
      return our == null || their == null || their === 0 ? [] : our / their;
    }),
  );
}
