import type { StatusFeedRepository } from "../ports/status-feed";

/**
 * The maximum number of moves per batch, small enough that it ends well before any timeout and other processes get their
 * turn.
 */
const BATCH_COUNT_MAX = 1000;

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
    count = await ports.statusFeed.numberNext(BATCH_COUNT_MAX);
    total += count;
  } while (count === BATCH_COUNT_MAX);
  return total;
}
