import { constants } from "node:os";

/** The signals from outside that can end a demo. */
export interface Interruption {
  /**
   * Resolves with the exit code, in the shell's convention, when the demo is interrupted or nothing reads its output any
   * longer.
   */
  readonly exitCode: Promise<number>;
  /** Like the global `fetch`, but after an interruption no new call starts and callers wait forever. */
  readonly fetch: typeof globalThis.fetch;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SIGNAL_EXIT_BASE = 128;

/** Handles Ctrl-C and similar signals once. A second signal ends the process as usual. */
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
    // For example, `head` closes its end of the pipe after it has read enough.
    process.stdout.on("error", () => interrupt(1));
  });
  const fetch: typeof globalThis.fetch = (...call) =>
    isInterrupted ? new Promise<never>(() => undefined) : globalThis.fetch(...call);
  return { exitCode, fetch };
}
