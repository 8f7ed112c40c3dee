import { onLauncherGone } from "../launcher-pipe";

/** Orders from outside to end. */
export interface StopRequests {
  /** Aborts at the first order. */
  readonly signal: AbortSignal;
  /** Called at a second order, or at once after it: people do not want to wait any longer. */
  onSecond(callback: () => void): void;
}

/** Argument of a launcher that must end when the process at the other end of its standard input is gone. */
const END_WITH_PARENT = "--end-with-parent";

// npm and a terminal may both pass on the same Ctrl-C.
const SAME_ORDER_WITHIN_MS = 1_000;

/** Watches signals and, when the arguments ask for it, the pipe of the process that started this one. */
export function watchStopRequests(args: readonly string[]): StopRequests {
  const { order, ...requests } = collectStopOrders(() => performance.now());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, order);
  if (args.includes(END_WITH_PARENT)) {
    onLauncherGone(() => {
      // Only the first: nobody is there any more to lose patience.
      if (!requests.signal.aborted) order();
    });
  }
  return requests;
}

/** Tells a second order from the first one that arrived twice. */
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
