import { constants } from "node:os";

/** What can end a demo from outside. */
export interface Interruption {
  /** Resolves with the exit code, as a shell reports it, when the demo is interrupted or its reader is gone. */
  readonly exitCode: Promise<number>;
  /** Like the global `fetch`, but after an interruption no call starts: callers wait forever. */
  readonly fetch: typeof globalThis.fetch;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SIGNAL_EXIT_BASE = 128;

/** Takes over Ctrl-C and similar signals once: a second one ends the process as usual. */
export function listenForInterruption(): Interruption {
  let isInterrupted = false;
  const exitCode = new Promise<number>((resolve) => {
    const interrupt = (code: number) => {
      isInterrupted = true;
      resolve(code);
    };
    for (const signal of SIGNALS) {
      process.once(signal, () => interrupt(SIGNAL_EXIT_BASE + constants.signals[signal]));
    }
    // A reader such as `head` that has seen enough.
    process.stdout.on("error", () => interrupt(1));
  });
  const fetch: typeof globalThis.fetch = (...call) =>
    isInterrupted ? new Promise<never>(() => undefined) : globalThis.fetch(...call);
  return { exitCode, fetch };
}
