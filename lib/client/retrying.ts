import { CallFailure } from "./call-failure";

/** The reason for the pause before the next attempt, and the length of that pause. */
export interface Pause {
  readonly reason: string;
  readonly waitMs: number;
  /** Whether the server is working but has responded with "too many requests" (429). */
  readonly isRateLimit: boolean;
  /** Whether there was no response at all, as without a network. */
  readonly isUnanswered: boolean;
}

/** The clock for the pauses between attempts. */
export interface RetryClock {
  nowMs(): number;
  /** Rejects with the signal's reason if the signal is aborted before the time has passed. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<unknown>;
}

/** The options for retrying a call. */
export interface Retrying {
  readonly onPause: (pause: Pause) => void;
  readonly clock: RetryClock;
  readonly signal?: AbortSignal | undefined;
  /** How long to retry after the first failure; 60 s by default. */
  readonly patienceMs?: number | undefined;
  /** Returns whether a transient failure is retried. If absent, all transient failures are retried. */
  readonly mayRepeat?: (failure: CallFailure) => boolean;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
const PATIENCE_MS = 60_000;
const RATE_LIMIT_PATIENCE_MS = 15 * 60_000;
const TOO_MANY_REQUESTS = 429;

/**
 * Retries until the call succeeds, fails permanently, or `patienceMs` have passed since the first failure. Pauses double
 * from 0.25 s to 8 s, and `Retry-After` can only lengthen them. Waiting after a 429 does not count towards `patienceMs` and
 * has its own limit of 15 minutes. Only for calls that are safe to repeat.
 * @throws the last transient CallFailure, any other error immediately, or the signal's reason if it is aborted
 */
export async function retrying<T>(
  attempt: (attemptNumber: number) => Promise<T>,
  { onPause, clock, signal, mayRepeat, patienceMs }: Retrying,
): Promise<T> {
  const isOver = createPatience(patienceMs);
  let pauseMs = FIRST_PAUSE_MS;
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      return await attempt(attemptNumber);
    } catch (error) {
      if (!(error instanceof CallFailure && error.isTransient)) throw error;
      if (mayRepeat && !mayRepeat(error)) throw error;
      const waitMs = Math.max(pauseMs, 1000 * (error.retryAfterSeconds ?? 0));
      const isRateLimit = isRateLimited(error);
      if (isOver(clock.nowMs(), waitMs, isRateLimit)) throw error;
      const isUnanswered = error.status === null;
      onPause({ reason: error.message, waitMs, isRateLimit, isUnanswered });
      await clock.sleep(waitMs, signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }
}

/** Creates a function that returns whether another pause would exceed the limits. */
function createPatience(patienceMs = PATIENCE_MS) {
  let deadlineMs = Number.POSITIVE_INFINITY;
  let rateLimitedMs = 0;
  return (nowMs: number, waitMs: number, isRateLimit: boolean): boolean => {
    if (isRateLimit) {
      rateLimitedMs += waitMs;
      deadlineMs += waitMs;
      return rateLimitedMs > RATE_LIMIT_PATIENCE_MS;
    }
    deadlineMs = Math.min(deadlineMs, nowMs + patienceMs);
    return nowMs + waitMs > deadlineMs;
  };
}

/** Returns whether the response was 429, in which case the caller must wait but nothing else is wrong. */
export const isRateLimited = (failure: CallFailure) => failure.status === TOO_MANY_REQUESTS;

/** The system clock. */
export const SYSTEM_CLOCK: RetryClock = {
  nowMs: () => performance.now(),
  sleep: (durationMs, signal) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, durationMs);
      signal?.addEventListener("abort", abort, { once: true });
    }),
};
