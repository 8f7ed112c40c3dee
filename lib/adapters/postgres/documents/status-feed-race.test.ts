import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { FeedEntry } from "@/lib/documents/rules/feed-entry";
import { numberStatusChanges, readStatusFeed } from "@/lib/documents/use-cases/status-feed";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStatusFeedRepository } from "./status-feed-repository";

const WRITER_COUNT = 50;
const READER_COUNT = 4;
/**
 * The stride has no factor in common with 50, so its multiples reach every writer, in an order that differs greatly from
 * the order of the ids.
 */
const STRIDE = 17;
const PAGE_LIMIT = 7;
const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describe("the feed while 50 writers hold their rows and commit out of order", () => {
  test("shows exactly the committed changes after each commit, and each new change is beyond every cursor returned so far", async () => {
    const { statusFeed, writers, commitOrder } = await arrange();
    const reader = createReader(statusFeed);
    expect(await reader.readOn()).toEqual([]);
    for (const writer of commitOrder) {
      await writer.commit();
      const seen = await reader.readOn();
      expect(seen.map((entry) => [entry.uuid, entry.currentStatus])).toEqual([
        [writer.uuid, 1],
        [writer.uuid, 6],
      ]);
    }
    await expectWholeFeed(reader, statusFeed, writers);
  });

  test("is the same for four concurrent readers", async () => {
    const { statusFeed, writers, commitOrder } = await arrange();
    const readers = Array.from({ length: READER_COUNT }, () => createReader(statusFeed));
    const committed = Promise.all(commitOrder.map((writer) => writer.commit()));
    await Promise.all(readers.map((reader) => reader.readUntil(2 * WRITER_COUNT)));
    await committed;
    for (const reader of readers) await expectWholeFeed(reader, statusFeed, writers);
  });

  test("has no gap where a writer rolled back", async () => {
    const { statusFeed, writers, commitOrder } = await arrange();
    const reader = createReader(statusFeed);
    const givenUp = commitOrder.filter((_, index) => index % 2 === 0);
    for (const writer of commitOrder) {
      await (givenUp.includes(writer) ? writer.giveUp() : writer.commit());
      await reader.readOn();
    }
    const others = writers.filter((writer) => !givenUp.includes(writer));
    await expectWholeFeed(reader, statusFeed, others);
  });

  test("is numbered only once, even by concurrent callers", async () => {
    const { statusFeed, writers, commitOrder } = await arrange();
    const reader = createReader(statusFeed);
    const counts = await Promise.all(
      commitOrder.map(async (writer) => {
        await writer.commit();
        return numberStatusChanges({ statusFeed });
      }),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(2 * WRITER_COUNT);
    await reader.readOn();
    await expectWholeFeed(reader, statusFeed, writers);
  });
});

interface Writer {
  readonly uuid: string;
  commit(): Promise<unknown>;
  giveUp(): Promise<unknown>;
}

/** Starts writers. Each of them has written a document and its failure in a transaction that is still open. */
async function arrange() {
  const { pool } = await openEmptyDatabase();
  const ids = createCountingIds();
  const writers: Writer[] = [];
  for (let count = 0; count < WRITER_COUNT; count += 1) {
    writers.push(await openWriter(pool.options.connectionString, ids.uuid()));
  }
  const commitOrder = writers.flatMap((_, index) => writers[(index * STRIDE) % WRITER_COUNT] ?? []);
  return { statusFeed: createStatusFeedRepository(pool), writers, commitOrder };
}

async function openWriter(connectionString: string | undefined, uuid: string): Promise<Writer> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // Ends the transaction of a test that failed before its writers committed. Vitest waits for it, because a connection
  // that is still closing when its database is dropped reports an error that nothing handles.
  onTestFinished(() => client.end());
  await client.query("BEGIN");
  await client.query(WRITE_DOCUMENT, [uuid]);
  await client.query(WRITE_CHANGES, [uuid]);
  return { uuid, commit: () => client.query("COMMIT"), giveUp: () => client.query("ROLLBACK") };
}

const WRITE_DOCUMENT = `
INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
VALUES ($1, 'BLD-0001', 'a.pdf', 6, now(), now(), now())`;

const WRITE_CHANGES = `
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
VALUES ($1, NULL, 1, 'test', 'created', now(), true, false), ($1, 1, 6, 'test', 'reported', now(), true, false)`;

/** Creates a client of the feed that keeps its cursor and every change it received. */
function createReader(statusFeed: ReturnType<typeof createStatusFeedRepository>) {
  const seen: FeedEntry[] = [];
  let after = 0n;
  const readPage = async () => {
    const page = await readStatusFeed({ statusFeed }, { after, limit: PAGE_LIMIT });
    after = page.nextAfter;
    seen.push(...page.items);
    return page.items;
  };
  return {
    seen,
    /** Reads every change after the client's cursor. */
    readOn: async () => {
      const first = seen.length;
      while ((await readPage()).length > 0);
      return seen.slice(first);
    },
    readUntil: async (count: number) => {
      while (seen.length < count) await readPage();
    },
  };
}

/**
 * Expects no gaps, no duplicates, no change that appears before a cursor already returned, and each document's changes in
 * order.
 */
async function expectWholeFeed(
  { seen }: ReturnType<typeof createReader>,
  statusFeed: ReturnType<typeof createStatusFeedRepository>,
  writers: readonly Writer[],
) {
  expect(seen.map(({ sequence }) => Number(sequence))).toEqual(
    Array.from({ length: 2 * writers.length }, (_, index) => index + 1),
  );
  expect((await readStatusFeed({ statusFeed }, { after: 0n, limit: 1000 })).items).toEqual(seen);
  for (const { uuid } of writers) {
    const own = seen.filter((entry) => entry.uuid === uuid);
    expect(own.map(({ currentStatus }) => currentStatus)).toEqual([1, 6]);
  }
}
