import type { Clock } from "../ports";

/** A clock that stands still until a test advances it. */
export interface FixedClock extends Clock {
  advanceSeconds(seconds: number): void;
}

/** Creates a clock that starts at noon on an arbitrary day. */
export function createFixedClock(startsAt = new Date("2026-03-01T12:00:00.000Z")): FixedClock {
  let nowMs = startsAt.getTime();
  return {
    now: () => new Date(nowMs),
    advanceSeconds: (seconds) => {
      nowMs += seconds * 1000;
    },
  };
}
