import type { Timers } from "../ports/timers";

/** Timers whose time passes when a test says so. */
export interface ManualTimers extends Timers {
  /** Runs what is due until then in its order, and lets what each began go on before the next. */
  pass(milliseconds: number): Promise<void>;
  /** How many wait. */
  waitingCount(): number;
}

/** Makes timers at which nothing waits. */
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

/** Whatever only waits for promises has gone on by then. */
export const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
