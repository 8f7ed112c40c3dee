import { CallFailure, RETRY_AFTER_SECONDS_MAX } from "@/lib/client/call-failure";
import { isRateLimited, type RetryClock } from "@/lib/client/retrying";
import { isSignedOut } from "../../api/call-cockpit";

/** Why no call is let through: somebody has to sign in again, or a server has answered 429. */
export type HoldReason = "signed-out" | "rate-limit";

/** Whoever makes a call that may be held back. */
export interface CallWaiting {
  /** Ends the waiting, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: (reason: HoldReason) => void;
  readonly onGo?: () => void;
}

/** Calls that are let through, or not. */
export interface HeldCalls {
  isPaused(): boolean;
  /** Whether no call is let through, for whatever reason. */
  isHeld(): boolean;
  /** The session has ended. Lets no call through until `resume`. */
  pause(): void;
  resume(): void;
  /** In how many seconds calls are let through again after a 429; null: none is held back because of one. */
  resumesInSeconds(): number | null;
  /**
   * Makes a call. When it is refused because the session has ended, or by a 429, holds every call back and makes it again
   * afterwards, however often.
   */
  whenAllowed<T>(call: () => Promise<T>, waiting: CallWaiting): Promise<T>;
}

/** What the outside hears. */
export interface HoldNews {
  readonly onPauseChange: (isPaused: boolean) => void;
  readonly onRateLimitChange: () => void;
}

/** After a 429 without a time. */
const RATE_LIMIT_PAUSE_SECONDS = 5;

/** Holds calls back while nobody is signed in, and as long as a 429 asks, for at most 15 minutes. */
export function createHeldCalls(
  clock: RetryClock,
  { onPauseChange, onRateLimitChange }: HoldNews,
): HeldCalls {
  const wakers = createWakers();
  let isPaused = false;
  let sessionNumber = 0;
  const rateLimit = createRateLimitHold(clock, () => {
    if (rateLimit.resumesAtMs() === null) wakers.wakeAll();
    onRateLimitChange();
  });

  const pause = () => {
    if (isPaused) return;
    isPaused = true;
    onPauseChange(true);
    // Who waits after a 429 waits for somebody now.
    wakers.wakeAll();
  };
  const holdReason = (): HoldReason | null => {
    if (isPaused) return "signed-out";
    return rateLimit.resumesAtMs() === null ? null : "rate-limit";
  };
  /** @throws the error itself unless it says that calls are not let through */
  const hold = (error: unknown, session: number) => {
    if (error instanceof CallFailure && isRateLimited(error)) {
      return rateLimit.holdFor(error.retryAfterSeconds ?? RATE_LIMIT_PAUSE_SECONDS);
    }
    if (!isSignedOut(error)) throw error;
    // An answer to what was sent before somebody signed in again says nothing about now.
    if (session === sessionNumber) pause();
  };
  const untilAllowed = async ({ signal, onWait, onGo }: CallWaiting) => {
    if (holdReason() === null) return;
    for (let reason = holdReason(); reason !== null; reason = holdReason()) {
      onWait?.(reason);
      await wakers.untilWoken(signal);
    }
    onGo?.();
  };
  return {
    isPaused: () => isPaused,
    isHeld: () => holdReason() !== null,
    resumesInSeconds: () => {
      const atMs = rateLimit.resumesAtMs();
      return atMs === null ? null : Math.max(1, Math.ceil((atMs - clock.nowMs()) / 1000));
    },
    pause,
    resume: () => {
      if (!isPaused) return;
      isPaused = false;
      sessionNumber += 1;
      wakers.wakeAll();
      onPauseChange(false);
    },
    whenAllowed: async <T>(call: () => Promise<T>, waiting: CallWaiting) => {
      for (;;) {
        await untilAllowed(waiting);
        const session = sessionNumber;
        try {
          return await call();
        } catch (error) {
          hold(error, session);
        }
      }
    },
  };
}

/** Until when a 429 holds calls back: of several, the longest. */
function createRateLimitHold(clock: RetryClock, onChange: () => void) {
  let resumesAtMs: number | null = null;
  return {
    resumesAtMs: () => resumesAtMs,
    holdFor: (seconds: number) => {
      const waitMs = 1000 * Math.min(seconds, RETRY_AFTER_SECONDS_MAX);
      const atMs = clock.nowMs() + waitMs;
      if (resumesAtMs !== null && resumesAtMs >= atMs) return;
      resumesAtMs = atMs;
      onChange();
      void clock.sleep(waitMs).then(() => {
        // Another 429 has asked for longer.
        if (resumesAtMs !== atMs) return;
        resumesAtMs = null;
        onChange();
      });
    },
  };
}

/** Those who wait until all are woken. */
function createWakers() {
  const wakers = new Set<() => void>();
  return {
    wakeAll: () => {
      const woken = [...wakers];
      wakers.clear();
      for (const wake of woken) wake();
    },
    /** Rejects with the signal's reason when that aborts first. */
    untilWoken: (signal: AbortSignal | undefined) =>
      new Promise<void>((resolve, reject) => {
        signal?.throwIfAborted();
        const wake = () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        };
        const abort = () => {
          wakers.delete(wake);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
        wakers.add(wake);
      }),
  };
}
