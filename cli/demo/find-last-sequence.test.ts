import { expect, test } from "vitest";
import type { FeedQuery } from "@/lib/client/notification-calls";
import { findLastSequence } from "./find-last-sequence";

/** A feed of this length, which counts how often it is looked at. */
function feedOf(length: number) {
  const looks: (number | undefined)[] = [];
  const feedPage = async ({ after = 0 }: FeedQuery = {}) => {
    looks.push(after);
    const entry = { uuid: "", url: "", at: "", previousStatus: null, currentStatus: 1 } as const;
    const items = after < length ? [{ ...entry, sequence: after + 1 }] : [];
    return { items, nextAfter: items[0]?.sequence ?? after };
  };
  return { looks, feedPage };
}

test.each(Array.from({ length: 70 }, (_, length) => length))(
  "the last sequence of a feed of %i entries is found",
  async (length) => {
    expect(await findLastSequence(feedOf(length))).toBe(length);
  },
);

test("a feed of ten million entries is looked at fewer than 60 times", async () => {
  const feed = feedOf(10_000_000);
  expect(await findLastSequence(feed)).toBe(10_000_000);
  expect(feed.looks.length).toBeLessThan(60);
});
