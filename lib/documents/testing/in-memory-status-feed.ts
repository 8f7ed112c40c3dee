import type { StatusFeedRepository } from "../ports";
import type { FeedEntry } from "../rules/feed-entry";
import type { HistoryRow, InMemoryHistory } from "./in-memory-history";

/** The in-memory feed over the history of the documents, which meets the same contract as the PostgreSQL adapter. */
export interface InMemoryStatusFeed extends StatusFeedRepository {
  /** Returns how often the lock was taken to assign or look for numbers. */
  numberingCount(): number;
}

/** Creates the feed of this history. */
export function createInMemoryStatusFeed(history: InMemoryHistory): InMemoryStatusFeed {
  let last = 0n;
  let numberingCount = 0;
  const unnumbered = () =>
    history.rows.filter((row) => row.isListed && row.change.sequence === null);
  return {
    hasUnnumbered: async () => unnumbered().length > 0,
    async numberNext(countMax) {
      numberingCount += 1;
      const next = unnumbered().slice(0, countMax);
      for (const row of next) {
        last += 1n;
        row.change = { ...row.change, sequence: last };
      }
      return next.length;
    },
    async read({ after, limit }) {
      return history.rows
        .flatMap(toFeedEntry)
        .filter(({ sequence }) => sequence > after)
        .sort((a, b) => Number(a.sequence - b.sequence))
        .slice(0, limit);
    },
    findLast: async () => last,
    numberingCount: () => numberingCount,
  };
}

function toFeedEntry({ uuid, change }: HistoryRow): FeedEntry[] {
  const { sequence, at, previousStatus, currentStatus } = change;
  return sequence === null ? [] : [{ sequence, at, uuid, previousStatus, currentStatus }];
}
