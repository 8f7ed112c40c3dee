import { vi } from "vitest";
import type { ExecutorClock } from "../engine/clock";
import { createDrivenClock } from "../engine/driven-clock.fixture";

/** A driven clock that also tracks its alarms. */
export interface TestClock extends ExecutorClock {
  /** Returns the time at which the next alarm is due; null if none is set. */
  nextAlarmMs(): number | null;
  moveTo(timeMs: number): void;
}

/**
 * Creates a clock that starts at the real time and moves `Date` along, because the SDK checks signatures and dates
 * against `Date`. The caller restores the real `Date` with `vi.useRealTimers`.
 */
export function createTestClock(): TestClock {
  vi.useFakeTimers({ toFake: ["Date"] });
  const clock = createDrivenClock(Date.now());
  vi.setSystemTime(clock.now());
  const alarms = new Set<{ readonly timeMs: number }>();
  return {
    now: clock.now,
    at: (timeMs, callback) => {
      const alarm = { timeMs };
      alarms.add(alarm);
      const revoke = clock.at(timeMs, () => {
        alarms.delete(alarm);
        callback();
      });
      return () => {
        alarms.delete(alarm);
        revoke();
      };
    },
    nextAlarmMs: () =>
      alarms.size === 0 ? null : Math.min(...[...alarms].map(({ timeMs }) => timeMs)),
    moveTo: (timeMs) => {
      vi.setSystemTime(Math.max(timeMs, clock.now()));
      clock.advanceTo(timeMs);
    },
  };
}
