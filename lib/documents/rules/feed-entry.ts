import type { Status } from "./status";

/** A listed move in the feed. */
export interface FeedEntry {
  /** Counted from 1, with no gaps; the cursor of the feed. */
  readonly sequence: bigint;
  readonly at: Date;
  readonly uuid: string;
  readonly previousStatus: Status | null;
  readonly currentStatus: Status;
}
