/** The result of several rounds: the median, the minimum and the maximum. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Computes the spread of values in any order; the median of an even number of values is the mean of the middle two.
 * @returns null if there are no values
 */
export function toSpread(values: readonly number[]): Spread | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [min, max] = [sorted.at(0), sorted.at(-1)];
  if (min === undefined || max === undefined) return null;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? max;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? min;
  return { median: (lower + upper) / 2, min, max };
}

/** Computes the spread of one figure over the rounds, without rounds in which it is unknown. */
export const spreadOf = <Round>(
  rounds: readonly Round[],
  figure: (round: Round) => number | null | undefined,
): Spread | null => toSpread(rounds.flatMap((round) => figure(round) ?? []));

/**
 * Computes the spread of the ratios of two sides. Each ratio compares figures from the same round, because other load
 * affects both sides of a round alike. @returns null if there is no round in which both figures are known
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
