import { isSignedOut } from "../../api/call-cockpit";

/** Whoever waits at the gate. */
export interface GateVisitor {
  /** Ends the waiting, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait: () => void;
  readonly onGo: () => void;
}

/** Holds calls back while nobody is signed in. */
export interface SignInGate {
  /** Makes a call; when it is refused because the session has ended, waits until the gate opens and makes it again. */
  through<T>(call: () => Promise<T>, visitor: GateVisitor): Promise<T>;
  close(): void;
  open(): void;
}

/** An open gate; `onChange` hears when it closes and opens. */
export function createSignInGate(onChange: (isOpen: boolean) => void): SignInGate {
  let closed: PromiseWithResolvers<void> | null = null;
  let sessionNumber = 0;

  const close = () => {
    if (closed) return;
    closed = deferred();
    onChange(false);
  };
  const opened = async ({ signal, onWait, onGo }: GateVisitor) => {
    while (closed) {
      onWait();
      await untilAborted(closed.promise, signal);
      if (!closed) onGo();
    }
  };
  return {
    through: async (call, visitor) => {
      for (;;) {
        await opened(visitor);
        const session = sessionNumber;
        try {
          return await call();
        } catch (error) {
          if (!isSignedOut(error)) throw error;
          // An answer to what was sent before somebody signed in again says nothing about now.
          if (session === sessionNumber) close();
        }
      }
    },
    close,
    open: () => {
      if (!closed) return;
      const { resolve } = closed;
      closed = null;
      sessionNumber += 1;
      resolve();
      onChange(true);
    },
  };
}

/** By hand, for browsers have `Promise.withResolvers` only since 2024. */
function deferred(): PromiseWithResolvers<void> {
  let resolve: PromiseWithResolvers<void>["resolve"] = () => undefined;
  let reject: PromiseWithResolvers<void>["reject"] = () => undefined;
  const promise = new Promise<void>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

async function untilAborted(promise: Promise<void>, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = deferred();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  await Promise.race([promise, aborted]).finally(() => {
    signal?.removeEventListener("abort", abort);
  });
}
