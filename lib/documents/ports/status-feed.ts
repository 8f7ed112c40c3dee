import type { FeedEntry } from "../rules/feed-entry";

/** The feed of listed moves. Its sequence has no gaps and only grows at the end. */
export interface StatusFeedRepository {
  /** Returns whether a committed listed move is still waiting for its number in the feed. Takes no lock. */
  hasUnnumbered(): Promise<boolean>;
  /**
   * Assigns the next numbers to at most `countMax` committed listed moves, in the order of their ids. No two of these
   * transactions ever overlap, even in different processes. Returns how many moves it numbered.
   */
  numberNext(countMax: number): Promise<number>;
  /** Returns the numbered moves after `after`, in ascending order. */
  read(page: { after: bigint; limit: number }): Promise<readonly FeedEntry[]>;
  /** Returns the last number; 0 if there is none. */
  findLast(): Promise<bigint>;
}
