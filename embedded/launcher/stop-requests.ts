import { onLauncherGone } from "../launcher-pipe";

/** Requests from outside to stop. */
export interface StopRequests {
  /** Aborts at the first request. */
  readonly signal: AbortSignal;
  /** Called at a second request, or immediately if it has already arrived: the user does not want to wait any longer. */
  onSecond(callback: () => void): void;
}

/** The argument for a launcher that must exit when the other end of its standard input is closed. */
const END_WITH_PARENT = "--end-with-parent";

// npm and a terminal may both forward the same Ctrl-C.
const SAME_ORDER_WITHIN_MS = 1_000;

/** Watches signals and, if the arguments say so, the pipe from the parent process. */
export function watchStopRequests(args: readonly string[]): StopRequests {
  const { order, ...requests } = collectStopOrders(() => performance.now());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, order);
  if (args.includes(END_WITH_PARENT)) {
    onLauncherGone(() => {
      // The end of the pipe counts only as a first request. It never forces a stop, because no user is waiting any
      // longer.
      if (!requests.signal.aborted) order();
    });
  }
  return requests;
}

/** Collects stop requests, and distinguishes a second request from a first request that arrives twice. */
export function collectStopOrders(nowMs: () => number): StopRequests & { order(): void } {
  const first = new AbortController();
  const second = new AbortController();
  let firstMs = 0;
  return {
    signal: first.signal,
    onSecond: (callback) => {
      if (second.signal.aborted) callback();
      else second.signal.addEventListener("abort", callback, { once: true });
    },
    order: () => {
      if (!first.signal.aborted) {
        firstMs = nowMs();
        first.abort();
      } else if (nowMs() - firstMs > SAME_ORDER_WITHIN_MS) {
        second.abort();
      }
    },
  };
}
