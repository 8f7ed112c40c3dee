import { percentile } from "../report/percentile";

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

/** An action whose duration is measured. */
export interface Timed {
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

const WARM_UP_ROUNDS = 10;

/** Times the actions in turn, so that a burst of other load affects all of them alike. The first rounds do not count. */
export async function timeInTurns(
  things: readonly Timed[],
  rounds: number,
  signal: AbortSignal,
): Promise<Row[]> {
  const values = things.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    signal.throwIfAborted();
    for (const [index, { run }] of things.entries()) {
      const startMs = performance.now();
      await run();
      if (round >= 0) values[index]?.push(performance.now() - startMs);
    }
  }
  return things.map(({ what }, index) => ({ what, times: toTimes(values[index] ?? []) }));
}
