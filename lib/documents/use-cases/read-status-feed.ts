import { invalidInput } from "@/lib/kernel/rules/assert-input";
import type { StatusFeedRepository } from "../ports/status-feed";
import type { FeedEntry } from "../rules/feed-entry";
import { numberStatusChanges } from "./number-status-changes";

/**
 * Reads one page of the feed after a sequence, in ascending order, including everything committed before this call. No
 * entry ever appears before a sequence that has already been returned.
 * @returns the page; `nextAfter` is the sequence to continue after, now or later; if the page is empty, it is the given
 * `after`
 * @throws DomainError `validation-failed`, which names the last sequence, for a sequence that the feed never returned
 */
export async function readStatusFeed(
  ports: { statusFeed: StatusFeedRepository },
  page: { after: bigint; limit: number },
): Promise<{ items: readonly FeedEntry[]; nextAfter: bigint }> {
  await numberStatusChanges(ports);
  const items = await ports.statusFeed.read(page);
  if (items.length === 0 && page.after > 0n) await assertGivenOut(ports, page.after);
  return { items, nextAfter: items.at(-1)?.sequence ?? page.after };
}

/** Reads the last sequence after the empty page. It only grows, so a change numbered in between does no harm. */
async function assertGivenOut(
  { statusFeed }: { statusFeed: StatusFeedRepository },
  after: bigint,
): Promise<void> {
  const last = await statusFeed.findLast();
  if (after <= last) return;
  const detail = `is beyond the end of the feed, whose last sequence is ${last}. If the database was restored from a backup, continue after ${last} and reload the documents that have changed since the backup`;
  throw invalidInput([{ pointer: "#/after", detail }]);
}
