import type { Status } from "./status";

/** A listed move in the feed. */
export interface FeedEntry {
  /** From 1, without gaps; the cursor of the feed. */
  readonly sequence: bigint;
  readonly at: Date;
  readonly uuid: string;
  readonly previousStatus: Status | null;
  readonly currentStatus: Status;
}
