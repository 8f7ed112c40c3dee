import { medianOf, timed } from "../report/times";
import type { Asked, Filled } from "./asked";

/** The median times of one call with few documents and with many, in ms. */
export interface ReadFigures {
  readonly what: string;
  readonly smallMs: number;
  readonly largeMs: number;
}

/** PostgreSQL plans a named statement for its actual values five times before it may use a generic plan. */
const WARM_UP_ROUNDS = 7;

/** Measures every call in both databases in turn, so that a burst of other load affects both alike. */
export async function measureReads(
  asked: readonly Asked[],
  { small, large }: { readonly small: Filled; readonly large: Filled },
  { rounds, signal }: { readonly rounds: number; readonly signal: AbortSignal },
): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  for (const { what, run } of asked) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      signal.throwIfAborted();
      const smallMs = await timed(() => run(small));
      const largeMs = await timed(() => run(large));
      if (round < 0) continue;
      times.small.push(smallMs);
      times.large.push(largeMs);
    }
    figures.push({ what, smallMs: medianOf(times.small), largeMs: medianOf(times.large) });
  }
  return figures;
}
