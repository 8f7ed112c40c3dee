import { invalidInput } from "@/lib/kernel/rules/errors";
import { type Page, readPage } from "@/lib/kernel/rules/page";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { StagedDocumentRepository, StatusFeedRepository } from "../ports";
import { type FeedEntry, NUMBERED_AT_ONCE_MAX } from "../rules/feed-entry";
import type { StatusChange } from "../rules/staged-document";
import { stagedDocumentNotFound } from "./staged-documents";

/**
 * Lists one page of a document's history, oldest first.
 * @returns the page; `nextAfter` is null if there are no more changes at the moment
 * @throws DomainError `staged-document-not-found`
 */
export async function listStatusChanges(
  ports: { documents: StagedDocumentRepository },
  input: { uuid: string } & Page<bigint>,
): Promise<{ items: readonly StatusChange[]; nextAfter: bigint | null }> {
  const { uuid } = input;
  const read = async (page: Page<bigint>) => {
    const found = isUuid(uuid)
      ? await ports.documents.listStatusChanges(uuid.toLowerCase(), page)
      : null;
    if (!found) throw stagedDocumentNotFound(uuid);
    return found;
  };
  return readPage(input, read, ({ id }) => id);
}

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

/**
 * Gives every listed move that was committed before this call its number in the feed, without gaps, in the order of their
 * ids, after all earlier numbers (decision 0025). Cheap if nothing is waiting; safe to call from any number of processes
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
