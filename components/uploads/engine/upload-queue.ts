import type { RetryClock } from "@/lib/client/retrying";
import { createHeldCalls, type HeldCalls, type HoldNews } from "./held-calls";

/** Starts work in order, a few pieces at a time, unless calls are held. */
export interface UploadQueue extends HeldCalls {
  /** `run` must not reject: each piece handles its own failures. */
  push(id: string, run: () => Promise<void>): void;
  /** Withdraws the piece with this id if it has not started; returns whether it was withdrawn. */
  take(id: string): boolean;
  has(id: string): boolean;
}

/** Creates an empty queue that runs at most `parallelMax` pieces at a time. */
export function createUploadQueue(
  parallelMax: number,
  clock: RetryClock,
  news: HoldNews,
): UploadQueue {
  // A Map keeps the order of arrival and finds any piece in constant time.
  const waiting = new Map<string, () => Promise<void>>();
  let running = 0;

  const pump = () => {
    for (const [id, run] of waiting) {
      if (calls.isHeld() || running >= parallelMax) return;
      waiting.delete(id);
      running += 1;
      void run().finally(() => {
        running -= 1;
        pump();
      });
    }
  };
  const calls = createHeldCalls(clock, {
    onPauseChange: news.onPauseChange,
    onRateLimitChange: () => {
      news.onRateLimitChange();
      pump();
    },
  });
  return {
    ...calls,
    push: (id, run) => {
      waiting.delete(id);
      waiting.set(id, run);
      pump();
    },
    take: (id) => waiting.delete(id),
    has: (id) => waiting.has(id),
    resume: () => {
      calls.resume();
      pump();
    },
  };
}
