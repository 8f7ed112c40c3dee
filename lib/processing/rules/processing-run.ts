/** Identifies a run by its document and number. */
export interface RunName {
  readonly documentUuid: string;
  /** The number of the run, counted from 1 in each document. */
  readonly n: number;
}

/** One attempt to process a document. */
export interface ProcessingRun extends RunName {
  /** The number of consecutive runs, including this one, that were begun because the previous one lapsed. */
  readonly attempt: number;
  readonly state: "waiting" | "taken" | "ended";
  /** Null if the run waits indefinitely or has ended. */
  readonly leaseUntil: Date | null;
  /** The actor that took the run, in the format of actors in the history; null if nobody took it. */
  readonly takenBy: string | null;
}

/** After this many consecutive lapsed runs, a reviewer gets the document without results. */
const ATTEMPTS_MAX = 3;

/** Returns the id of the event that starts a run, so that a repeated event starts nothing. */
export const runEventId = ({ documentUuid, n }: RunName) => `processing-${documentUuid}-${n}`;

/**
 * Decides what follows a lapsed run: another attempt, the same attempt again because the engine may have lost it, or
 * nothing. A waiting run that no external processor has taken is given up.
 */
export function afterLapse(
  { state, attempt }: Pick<ProcessingRun, "state" | "attempt">,
  isBuiltin: boolean,
): "next-attempt" | "same-attempt" | "give-up" {
  if (state === "waiting") return isBuiltin ? "same-attempt" : "give-up";
  return attempt < ATTEMPTS_MAX ? "next-attempt" : "give-up";
}
