import { isSignedOut } from "../../api/call-cockpit";

/** Whoever makes a call that waits for somebody to sign in. */
export interface CallWaiting {
  /** Ends the waiting, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: () => void;
  readonly onGo?: () => void;
}

/** Work that is begun in its order, a few pieces at a time, while somebody is signed in. */
export interface UploadQueue {
  /** `run` must not reject: each piece answers for its own failures. */
  push(id: string, run: () => Promise<void>): void;
  /** Withdraws a piece that has not started; returns whether there was one. */
  take(id: string): boolean;
  has(id: string): boolean;
  isPaused(): boolean;
  /** The session has ended. Begins nothing and lets no call through until `resume`; what has begun goes on to its next call. */
  pause(): void;
  resume(): void;
  /** Makes a call; when it is refused because the session has ended, pauses everything and makes it again afterwards. */
  whileSignedIn<T>(call: () => Promise<T>, waiting: CallWaiting): Promise<T>;
}

/** An empty queue that runs at most `parallelMax` pieces at once. */
export function createUploadQueue(
  parallelMax: number,
  onPauseChange: (isPaused: boolean) => void,
): UploadQueue {
  // A Map keeps the order in which pieces came, and gives back any of them in one step.
  const waiting = new Map<string, () => Promise<void>>();
  const calls = createHeldCalls(onPauseChange);
  let running = 0;

  const pump = () => {
    for (const [id, run] of waiting) {
      if (calls.isPaused() || running >= parallelMax) return;
      waiting.delete(id);
      running += 1;
      void run().finally(() => {
        running -= 1;
        pump();
      });
    }
  };
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

/** Calls that are held back while nobody is signed in. */
function createHeldCalls(onPauseChange: (isPaused: boolean) => void) {
  const wakers = new Set<() => void>();
  let isPaused = false;
  let sessionNumber = 0;

  const pause = () => {
    if (isPaused) return;
    isPaused = true;
    onPauseChange(true);
  };
  const untilResumed = (signal: AbortSignal | undefined) =>
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
    });
  const whilePaused = async ({ signal, onWait, onGo }: CallWaiting) => {
    while (isPaused) {
      onWait?.();
      await untilResumed(signal);
      if (!isPaused) onGo?.();
    }
  };
  return {
    isPaused: () => isPaused,
    pause,
    resume: () => {
      if (!isPaused) return;
      isPaused = false;
      sessionNumber += 1;
      for (const wake of wakers) wake();
      wakers.clear();
      onPauseChange(false);
    },
    whileSignedIn: async <T>(call: () => Promise<T>, waiting: CallWaiting) => {
      for (;;) {
        await whilePaused(waiting);
        const session = sessionNumber;
        try {
          return await call();
        } catch (error) {
          if (!isSignedOut(error)) throw error;
          // An answer to what was sent before somebody signed in again says nothing about now.
          if (session === sessionNumber) pause();
        }
      }
    },
  };
}
