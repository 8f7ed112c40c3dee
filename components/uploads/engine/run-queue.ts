import { CallFailure, RETRY_AFTER_SECONDS_MAX } from "@/lib/client/call-failure";
import { isRateLimited, type RetryClock } from "@/lib/client/retrying";
import { isSignedOut } from "../../api/call-cockpit";

/** Why calls are held: the user has to sign in again, or a server responded with 429. */
export type HoldReason = "signed-out" | "rate-limit";

/** Why a call waits: it is held, or it is retried because nothing responded. */
export type WaitReason = HoldReason | "offline";

/** The options of a call that may be held. */
export interface CallWaiting {
  /** Ends the wait; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: (reason: WaitReason) => void;
  readonly onGo?: () => void;
}

/** Holds calls while they cannot succeed. */
export interface HeldCalls {
  isPaused(): boolean;
  /** Whether calls are held for any reason. */
  isHeld(): boolean;
  /** Holds all calls until `resume`, because the session has ended. */
  pause(): void;
  resume(): void;
  /** Returns the number of seconds until calls continue after a 429; null if no 429 is holding calls. */
  resumesInSeconds(): number | null;
  /**
   * Makes a call. If it fails with 429 or because the session has ended, holds all calls and then makes it again, as
   * often as necessary.
   */
  whenAllowed<T>(call: () => Promise<T>, waiting: CallWaiting): Promise<T>;
}

/** Callbacks for changes to the hold. */
export interface HoldNews {
  readonly onPauseChange: (isPaused: boolean) => void;
  readonly onRateLimitChange: () => void;
}

/** Used after a 429 that does not say how long to wait. */
const RATE_LIMIT_PAUSE_SECONDS = 5;

/** Creates a hold that is in effect while the user is signed out, and for as long as a 429 asks, at most 15 minutes. */
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
    // Calls that were waiting because of a 429 now wait for a sign-in, and the page must show that.
    wakers.wakeAll();
  };
  const holdReason = (): HoldReason | null => {
    if (isPaused) return "signed-out";
    return rateLimit.resumesAtMs() === null ? null : "rate-limit";
  };
  /** @throws the error itself unless it is a reason to hold calls */
  const hold = (error: unknown, session: number) => {
    if (error instanceof CallFailure && isRateLimited(error)) {
      return rateLimit.holdFor(error.retryAfterSeconds ?? RATE_LIMIT_PAUSE_SECONDS);
    }
    if (!isSignedOut(error)) throw error;
    // A response to a request sent before the latest sign-in says nothing about the current session.
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

/** Tracks the time until which 429s hold calls; after several 429s, the latest time counts. */
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
        // A later 429 has asked for a longer wait.
        if (resumesAtMs !== atMs) return;
        resumesAtMs = null;
        onChange();
      });
    },
  };
}

/** Creates a set of waiting calls that are all woken together. */
function createWakers() {
  const wakers = new Set<() => void>();
  return {
    wakeAll: () => {
      const woken = [...wakers];
      wakers.clear();
      for (const wake of woken) wake();
    },
    /** Resolves when all calls are woken. Rejects with the signal's reason if the signal aborts before that. */
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

/** Starts runs in order, a few at a time, unless calls are held. */
export interface RunQueue extends HeldCalls {
  /** `run` must not reject: each run handles its own failures. */
  push(id: string, run: () => Promise<void>): void;
  /** Withdraws the run with this id if it has not started; returns whether it was withdrawn. */
  take(id: string): boolean;
  has(id: string): boolean;
}

/** Creates an empty queue that starts at most `parallelMax` runs at a time. */
export function createRunQueue(parallelMax: number, clock: RetryClock, news: HoldNews): RunQueue {
  // A Map keeps the order of arrival and finds any run in constant time.
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
