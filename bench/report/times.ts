/** The durations of a repeated action. */
export interface Times {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** One row of a table: what was done, and how long it took. */
export interface Row {
  readonly what: string;
  readonly times: Times;
}

/** Summarises values in any order. */
export function toTimes(valuesMs: readonly number[]): Times {
  const sorted = valuesMs.toSorted((one, other) => one - other);
  return {
    count: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
}

/** Returns the median of values in any order, by nearest rank; 0 if there are none. */
export const medianOf = (values: readonly number[]) =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

/** Returns how many milliseconds an action takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** An action whose duration is measured. */
export interface Timed {
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

/** Times the actions in turn, so that a burst of other load affects all of them alike. The first rounds do not count. */
export async function timeInTurns(
  things: readonly Timed[],
  rounds: number,
  { signal, warmUpRounds = 10 }: { readonly signal: AbortSignal; readonly warmUpRounds?: number },
): Promise<Row[]> {
  const values = things.map((): number[] => []);
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    signal.throwIfAborted();
    for (const [index, { run }] of things.entries()) {
      const ms = await timed(run);
      if (round >= 0) values[index]?.push(ms);
    }
  }
  return things.map(({ what }, index) => ({ what, times: toTimes(values[index] ?? []) }));
}

/** Returns the percentile of values in ascending order, by nearest rank; 0 if there are none. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

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
