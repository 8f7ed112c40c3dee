import type { StatusFeedRepository } from "../ports/status-feed";
import { NUMBERED_AT_ONCE_MAX } from "../rules/feed-entry";

/**
 * Gives every listed move that was committed before this call its number in the feed, without gaps, in the order of their
 * ids, after all earlier numbers (DESIGN 6). Cheap if nothing is waiting; safe to call from any number of processes
 * concurrently.
 * @param known.hasUnnumbered whether the caller already knows that moves are waiting
 * @returns how many moves this call numbered
 */
export async function numberStatusChanges(
  ports: { statusFeed: StatusFeedRepository },
  known: { readonly hasUnnumbered: boolean } = { hasUnnumbered: false },
): Promise<number> {
  if (!known.hasUnnumbered && !(await ports.statusFeed.hasUnnumbered())) return 0;
  let total = 0;
  let count: number;
  do {
    count = await ports.statusFeed.numberNext(NUMBERED_AT_ONCE_MAX);
    total += count;
  } while (count === NUMBERED_AT_ONCE_MAX);
  return total;
}
