import { setTimeout as sleep } from "node:timers/promises";
import { TransientFailure } from "./call-failures";

/** Why a call waits before its next attempt, and how long. */
export interface Pause {
  readonly reason: string;
  readonly waitMs: number;
}

/** The time that passes between attempts. */
export interface RetryClock {
  nowMs(): number;
  sleep(durationMs: number): Promise<unknown>;
}

const SYSTEM_CLOCK: RetryClock = { nowMs: () => performance.now(), sleep };
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
const PATIENCE_MS = 60_000;

/**
 * Attempts until it succeeds, fails for good, or 60 s have passed since the first failure; pauses double from 0.25 s
 * to 8 s, and `Retry-After` only lengthens them. Only for calls that are harmless to repeat.
 * @throws the last TransientFailure, and any other error at once
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  onPause: (pause: Pause) => void,
  clock: RetryClock = SYSTEM_CLOCK,
): Promise<T> {
  let deadlineMs = Number.POSITIVE_INFINITY;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientFailure)) throw error;
      const nowMs = clock.nowMs();
      deadlineMs = Math.min(deadlineMs, nowMs + PATIENCE_MS);
      const waitMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
      if (nowMs + waitMs > deadlineMs) throw error;
      onPause({ reason: error.message, waitMs });
      await clock.sleep(waitMs);
    }
  }
}
