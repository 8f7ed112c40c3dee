import { describe, expect, test } from "vitest";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { StagedDocumentRepository, StatusFeedRepository } from "../ports";
import { makeDocumentAt } from "./document-at-status.fixture";

/** An empty feed, and the documents whose moves it lists. */
interface FeedUnderTest {
  readonly statusFeed: StatusFeedRepository;
  readonly documents: StagedDocumentRepository;
}

/** Creates a feed for a test. */
type Open = () => Promise<FeedUnderTest>;

const FROM_START = { after: 0n, limit: 100 };

/** Defines the contract tests that every feed must pass. */
export function describeStatusFeedRepositoryContract(name: string, open: Open): void {
  describe(name, () => {
    describeNumbering(open);
    describeReading(open);
  });
}

async function arrange(open: Open) {
  const { statusFeed, documents } = await open();
  const ports = { documents, clock: createFixedClock(), ids: createCountingIds() };
  const sequences = async () => (await statusFeed.read(FROM_START)).map(({ sequence }) => sequence);
  return { statusFeed, ports, sequences };
}

function describeNumbering(open: Open) {
  describe("numbers", () => {
    test("are not needed while nothing has happened", async () => {
      const { statusFeed } = await arrange(open);
      expect(await statusFeed.hasUnnumbered()).toBe(false);
      expect(await statusFeed.numberNext(10)).toBe(0);
      expect(await statusFeed.read(FROM_START)).toEqual([]);
    });

    test("begin at 1 and have no gaps, in the order of the moves", async () => {
      const { statusFeed, ports } = await arrange(open);
      const first = await makeDocumentAt(ports, 2);
      const second = await makeDocumentAt(ports, 6);
      expect(await statusFeed.hasUnnumbered()).toBe(true);
      expect(await statusFeed.numberNext(10)).toBe(4);
      expect(await statusFeed.hasUnnumbered()).toBe(false);
      const entries = await statusFeed.read(FROM_START);
      expect(entries.map((entry) => [entry.sequence, entry.uuid, entry.currentStatus])).toEqual([
        [1n, first.uuid, 1],
        [2n, first.uuid, 2],
        [3n, second.uuid, 1],
        [4n, second.uuid, 6],
      ]);
    });

    test("are not assigned to silent moves, which do not wait for a number", async () => {
      const { statusFeed, ports } = await arrange(open);
      await makeDocumentAt(ports, 4);
      expect(await statusFeed.numberNext(10)).toBe(3);
      expect(await statusFeed.hasUnnumbered()).toBe(false);
      const entries = await statusFeed.read(FROM_START);
      expect(entries.map((entry) => [entry.previousStatus, entry.currentStatus])).toEqual([
        [null, 1],
        [1, 2],
        [3, 4],
      ]);
    });

    test("are assigned in consecutive batches and never change", async () => {
      const { statusFeed, ports, sequences } = await arrange(open);
      await makeDocumentAt(ports, 2);
      await makeDocumentAt(ports, 1);
      expect(await statusFeed.numberNext(2)).toBe(2);
      const before = await statusFeed.read(FROM_START);
      expect(await statusFeed.numberNext(2)).toBe(1);
      expect(await statusFeed.numberNext(2)).toBe(0);
      expect((await statusFeed.read(FROM_START)).slice(0, 2)).toEqual(before);
      expect(await sequences()).toEqual([1n, 2n, 3n]);
    });

    test("are each assigned only once, even by concurrent calls", async () => {
      const { statusFeed, ports, sequences } = await arrange(open);
      for (let count = 0; count < 20; count += 1) await makeDocumentAt(ports, 1);
      const counts = await Promise.all(Array.from({ length: 8 }, () => statusFeed.numberNext(3)));
      expect(counts.reduce((sum, count) => sum + count)).toBe(20);
      expect(await sequences()).toEqual(
        Array.from({ length: 20 }, (_, index) => BigInt(index + 1)),
      );
    });

    test("appear in the history of the document", async () => {
      const { statusFeed, ports } = await arrange(open);
      const { uuid } = await makeDocumentAt(ports, 3);
      await statusFeed.numberNext(10);
      const history = await ports.documents.listStatusChanges(uuid, { after: null, limit: 10 });
      expect(history?.map(({ sequence }) => sequence)).toEqual([1n, 2n, null]);
    });
  });
}

function describeReading(open: Open) {
  describe("reading", () => {
    test("returns the number, time, document and statuses of a move", async () => {
      const { statusFeed, ports } = await arrange(open);
      const { uuid, createdAt } = await makeDocumentAt(ports, 1);
      await statusFeed.numberNext(10);
      expect(await statusFeed.read(FROM_START)).toEqual([
        { sequence: 1n, at: createdAt, uuid, previousStatus: null, currentStatus: 1 },
      ]);
    });

    test("continues after a number and stops at the limit", async () => {
      const { statusFeed, ports } = await arrange(open);
      for (let count = 0; count < 5; count += 1) await makeDocumentAt(ports, 1);
      await statusFeed.numberNext(10);
      const page = await statusFeed.read({ after: 1n, limit: 2 });
      expect(page.map(({ sequence }) => sequence)).toEqual([2n, 3n]);
      expect(await statusFeed.read({ after: 5n, limit: 2 })).toEqual([]);
    });

    test("returns the last number, or 0 if there is none", async () => {
      const { statusFeed, ports } = await arrange(open);
      await makeDocumentAt(ports, 2);
      expect(await statusFeed.findLast()).toBe(0n);
      await statusFeed.numberNext(10);
      await makeDocumentAt(ports, 1);
      expect(await statusFeed.findLast()).toBe(2n);
    });

    test("omits moves that have no number yet", async () => {
      const { statusFeed, ports } = await arrange(open);
      await makeDocumentAt(ports, 2);
      expect(await statusFeed.read(FROM_START)).toEqual([]);
    });
  });
}
