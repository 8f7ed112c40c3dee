import type { FeedEntry } from "../rules/feed-entry";

/** The feed of listed moves. Its sequence has no gaps and only grows at the end. */
export interface StatusFeedRepository {
  /** Whether a committed listed move is waiting for its number; takes no lock. */
  hasUnnumbered(): Promise<boolean>;
  /**
   * Numbers up to that many committed listed moves in the order of their ids, continuing after the last number, in one
   * transaction that never overlaps with another, in any process. Returns how many it numbered.
   */
  numberNext(countMax: number): Promise<number>;
  /** Numbered moves after `after`, in ascending order. */
  read(page: { after: bigint; limit: number }): Promise<readonly FeedEntry[]>;
  /** The last number; 0 if there is none. */
  findLast(): Promise<bigint>;
}
