import type { Status } from "./status";

/**
 * The maximum number of moves that one transaction numbers, small enough that it ends well before any timeout and other
 * processes get their turn.
 */
export const NUMBERED_AT_ONCE_MAX = 1_000;

/** A listed move in the feed. */
export interface FeedEntry {
  /** Counted from 1, with no gaps; the cursor of the feed. */
  readonly sequence: bigint;
  readonly at: Date;
  readonly uuid: string;
  readonly previousStatus: Status | null;
  readonly currentStatus: Status;
}
