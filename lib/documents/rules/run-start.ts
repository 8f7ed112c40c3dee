import type { ProcessorChoice } from "./processor-choice";
import { type Move, STATUS } from "./status";

/** A run of processing that begins with a move, in the same statement (decision 0047). */
export interface RunStart {
  /** Who took it, as the history names actors; null: it waits to be taken. */
  readonly takenBy: string | null;
  /** Until when it must be settled, or taken while it waits; null: it waits without an end. */
  readonly leaseUntil: Date | null;
}

/**
 * The run that a move begins, null for none. A report begins one only for the built-in processor; taking a document is a run
 * whoever processes here, and so is processing it again.
 */
export function runStartOf(
  move: Move,
  given: {
    readonly choice: ProcessorChoice;
    /** Who makes the move. */
    readonly actor: string;
    /** Where a lease that begins with the move ends. */
    readonly leaseUntil: Date;
  },
): RunStart | null {
  const isBuiltin = given.choice === "builtin";
  if (move.to === STATUS.uploadSuccessful) {
    return isBuiltin ? { takenBy: null, leaseUntil: null } : null;
  }
  if (move.to !== STATUS.processing) return null;
  if (move.from === STATUS.waitingForReview) {
    return { takenBy: null, leaseUntil: isBuiltin ? null : given.leaseUntil };
  }
  return { takenBy: given.actor, leaseUntil: given.leaseUntil };
}

/** When a lease that begins now ends. */
export const leaseFrom = (now: Date, leaseSeconds: number) =>
  new Date(now.getTime() + leaseSeconds * 1000);
