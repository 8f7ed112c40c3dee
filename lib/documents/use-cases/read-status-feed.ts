import type { StatusFeedRepository } from "../ports/status-feed";
import type { FeedEntry } from "../rules/feed-entry";
import { numberStatusChanges } from "./number-status-changes";

/**
 * One page of the feed behind a sequence, ascending, with everything that was committed before this call. No entry ever
 * appears behind a sequence that was handed out already.
 * @returns `nextAfter`: where to continue, now or later; the given `after` when the page is empty
 */
export async function readStatusFeed(
  ports: { statusFeed: StatusFeedRepository },
  page: { after: bigint; limit: number },
): Promise<{ items: readonly FeedEntry[]; nextAfter: bigint }> {
  await numberStatusChanges(ports);
  const items = await ports.statusFeed.read(page);
  return { items, nextAfter: items.at(-1)?.sequence ?? page.after };
}
