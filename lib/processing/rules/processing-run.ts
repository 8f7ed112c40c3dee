/** A run of a document by its number. */
export interface RunName {
  readonly documentUuid: string;
  /** From 1 for each document. */
  readonly n: number;
}

/** One try to find out what a document is. */
export interface ProcessingRun extends RunName {
  /** How many runs in a row were begun because the one before lapsed, this one included. */
  readonly attempt: number;
  readonly state: "waiting" | "taken" | "ended";
  /** null: it waits without an end, or has ended. */
  readonly leaseUntil: Date | null;
  /** As the history names actors; null: nobody took it. */
  readonly takenBy: string | null;
}

/** After this many runs that lapsed in a row a person gets the document without results. */
const ATTEMPTS_MAX = 3;

/** The id of the event that starts a run, so that a repeated one begins nothing. */
export const runEventId = ({ documentUuid, n }: RunName) => `processing-${documentUuid}-${n}`;

/**
 * What becomes of a run whose lease ended: another attempt, the same one again because the engine may have lost it, or nothing. An
 * untaken run of others has shown that nobody comes.
 */
export function afterLapse(
  { state, attempt }: Pick<ProcessingRun, "state" | "attempt">,
  isBuiltin: boolean,
): "next-attempt" | "same-attempt" | "give-up" {
  if (state === "waiting") return isBuiltin ? "same-attempt" : "give-up";
  return attempt < ATTEMPTS_MAX ? "next-attempt" : "give-up";
}
