import { setTimeout as pause } from "node:timers/promises";
import type { JournalEntry } from "@/cli/external-system/answer-journal";
import type { FeedEntry } from "@/lib/client/answers";
import type { StagedoorClient } from "@/lib/client/stagedoor-client";
import type { Loss } from "./find-losses";

const POLL_INTERVAL_MS = 100;

/**
 * Polls the feed as a remote system would, continuing from where it left off, until the work is done and the whole feed
 * has been read.
 */
export async function followFeed(
  client: Pick<StagedoorClient, "feed">,
  work: Promise<unknown>,
): Promise<FeedEntry[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void work.then(end, end);
  const seen: FeedEntry[] = [];
  for (;;) {
    const isLast = isOver;
    for await (const entry of client.feed({ after: seen.at(-1)?.sequence ?? 0 })) seen.push(entry);
    if (isLast) return seen;
    await pause(POLL_INTERVAL_MS);
  }
}

/**
 * Finds what a follower of the feed missed: sequence numbers that are not 1, 2, 3 …, and confirmed documents with a
 * status change that did not appear exactly once.
 */
export function findFeedLosses(
  feed: readonly FeedEntry[],
  answers: readonly JournalEntry[],
): Loss[] {
  const gaps = feed
    .filter((entry, index) => entry.sequence !== index + 1)
    .map(({ uuid, sequence }) => ({ uuid, what: `the feed has a gap before ${sequence}` }));
  const statusesOf = (uuid: string) =>
    feed.filter((entry) => entry.uuid === uuid).map((entry) => entry.currentStatus);
  const untold = answers.flatMap(({ uuid, phase, status }) => {
    if (phase === "uploaded") return [];
    const times = statusesOf(uuid).filter((current) => current === status).length;
    return times === 1
      ? []
      : [{ uuid, what: `status ${status} appears ${times} times in the feed` }];
  });
  return [...gaps, ...untold];
}
