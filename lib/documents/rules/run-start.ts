import { type Move, STATUS } from "./status";

/** A processing run that starts with a move, in the same statement (decision 0047). */
export interface RunStart {
  /** Who took the run, as stored in the history; null while the run is waiting to be taken. */
  readonly takenBy: string | null;
  /** The time by which the run must be settled or, while it is waiting, taken; null for no limit. */
  readonly leaseUntil: Date | null;
}

/**
 * Returns the run that a move starts; null if it starts none. A report starts a run only for the built-in processor;
 * taking a document and processing it again always start one.
 */
export function runStartOf(
  move: Move,
  start: {
    readonly choice: ProcessorChoice;
    /** The actor who makes the move. */
    readonly actor: string;
    /** The end of a lease that starts with the move. */
    readonly leaseUntil: Date;
  },
): RunStart | null {
  const isBuiltin = start.choice === "builtin";
  if (move.to === STATUS.uploadSuccessful) {
    return isBuiltin ? { takenBy: null, leaseUntil: null } : null;
  }
  if (move.to !== STATUS.processing) return null;
  if (move.from === STATUS.waitingForReview) {
    return { takenBy: null, leaseUntil: isBuiltin ? null : start.leaseUntil };
  }
  return { takenBy: start.actor, leaseUntil: start.leaseUntil };
}

/** Returns the end of a lease that starts now. */
export const leaseFrom = (now: Date, leaseSeconds: number) =>
  new Date(now.getTime() + leaseSeconds * 1000);

/** Who classifies documents: the built-in processor, external programs through the API, or nobody (decision 0047). */
export const PROCESSOR_CHOICES = ["builtin", "external", "none"] as const;

/** One of `PROCESSOR_CHOICES`. */
export type ProcessorChoice = (typeof PROCESSOR_CHOICES)[number];
