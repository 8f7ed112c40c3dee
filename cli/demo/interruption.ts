import { constants } from "node:os";
import { CommandError } from "../command/command-error";

/** Somebody wants the demo to end, or cannot read it any more. */
export class Interrupted extends CommandError {
  /** `exitCode` as a shell reports it. */
  constructor(readonly exitCode: number) {
    super("Interrupted.");
  }
}

/** What can end a demo from outside. */
export interface Interruption {
  /** Rejects with Interrupted; never resolves. */
  readonly untilInterrupted: Promise<never>;
  /** As the global one. After an interruption no call begins: whoever makes one waits for ever. */
  readonly fetch: typeof globalThis.fetch;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SIGNAL_EXIT_BASE = 128;

/** Takes over Ctrl-C and its like once: a second one ends the process as usual. */
export function listenForInterruption(): Interruption {
  let isInterrupted = false;
  const untilInterrupted = new Promise<never>((_, reject) => {
    const interrupt = (exitCode: number) => {
      isInterrupted = true;
      reject(new Interrupted(exitCode));
    };
    for (const signal of SIGNALS) {
      process.once(signal, () => interrupt(SIGNAL_EXIT_BASE + constants.signals[signal]));
    }
    // A reader such as `head` that has seen enough.
    process.stdout.on("error", () => interrupt(1));
  });
  untilInterrupted.catch(() => undefined);
  return {
    untilInterrupted,
    fetch: (...call) =>
      isInterrupted ? new Promise<never>(() => undefined) : globalThis.fetch(...call),
  };
}
