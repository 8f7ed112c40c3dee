import type { FeedEntry } from "../rules/feed-entry";

/** The feed of listed moves. Its sequence has no gap and only ever grows at its end. */
export interface StatusFeedRepository {
  /** Whether a committed listed move waits for its number; takes no lock. */
  hasUnnumbered(): Promise<boolean>;
  /**
   * Numbers up to that many committed listed moves in the order of their ids, continuing behind the last number,
   * in one transaction that no second one overlaps, of whatever process. Answers how many it numbered.
   */
  numberNext(countMax: number): Promise<number>;
  /** Numbered moves behind `after`, in ascending order. */
  read(page: { after: bigint; limit: number }): Promise<readonly FeedEntry[]>;
  /** The last number; 0 while there is none. */
  findLast(): Promise<bigint>;
}
