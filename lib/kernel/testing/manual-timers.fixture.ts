import type { Timers } from "../ports";

/** Timers whose time passes only when a test calls `pass`. */
export interface ManualTimers extends Timers {
  /**
   * Advances the time and runs everything that becomes due, in order. Each started promise settles before the next timer
   * runs.
   */
  pass(milliseconds: number): Promise<void>;
  /** Returns the number of waiting timers. */
  waitingCount(): number;
}

/** Creates timers, none of which is waiting. */
export function createManualTimers(): ManualTimers {
  const waiting = new Set<{ readonly dueMs: number; readonly run: () => void }>();
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    after: (milliseconds, run) => {
      const timer = { dueMs: nowMs + milliseconds, run };
      waiting.add(timer);
      return () => {
        waiting.delete(timer);
      };
    },
    async pass(milliseconds) {
      const endMs = nowMs + milliseconds;
      for (;;) {
        const [next] = [...waiting]
          .filter(({ dueMs }) => dueMs <= endMs)
          .toSorted((a, b) => a.dueMs - b.dueMs);
        if (!next) break;
        waiting.delete(next);
        nowMs = next.dueMs;
        next.run();
        await settled();
      }
      nowMs = endMs;
    },
    waitingCount: () => waiting.size,
  };
}

/** Resolves after all promises that can settle without a timer or I/O have settled. */
export const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
