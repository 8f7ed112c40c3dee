import type { ExecutorClock } from "./clock";

/** A clock that stands still until a test moves it. */
export interface DrivenClock extends ExecutorClock {
  /**
   * Moves the clock forward to this time, never back, and calls back for every alarm that is due by then, in
   * chronological order.
   */
  advanceTo(timeMs: number): void;
  advanceBy(durationMs: number): void;
}

/**
 * Creates a driven clock that starts at `startMs`. An alarm set for a time that has already passed fires at the next
 * advance, even an advance of 0.
 */
export function createDrivenClock(startMs: number): DrivenClock {
  let nowMs = startMs;
  const alarms = new Set<{ readonly timeMs: number; readonly callback: () => void }>();

  const nextDue = (untilMs: number) => {
    const due = [...alarms].filter((alarm) => alarm.timeMs <= untilMs);
    return due.toSorted((a, b) => a.timeMs - b.timeMs)[0];
  };

  const advanceTo = (timeMs: number) => {
    for (let alarm = nextDue(timeMs); alarm !== undefined; alarm = nextDue(timeMs)) {
      alarms.delete(alarm);
      nowMs = Math.max(nowMs, alarm.timeMs);
      alarm.callback();
    }
    nowMs = Math.max(nowMs, timeMs);
  };

  return {
    now: () => nowMs,
    at: (timeMs, callback) => {
      const alarm = { timeMs, callback };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    advanceTo,
    advanceBy: (durationMs) => advanceTo(nowMs + durationMs),
  };
}
