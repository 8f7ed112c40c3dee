import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { listStatusChanges, numberStatusChanges, readStatusFeed } from "./status-feed";

async function arrange() {
  const ports = makeDocumentPorts();
  const { uuid } = await makeDocumentAt(ports, 4);
  const page = (after: bigint | null, limit: number) =>
    listStatusChanges(ports, { uuid, after, limit });
  return { ports, uuid, page };
}

describe("history", () => {
  test("is returned whole, oldest first, if it fits", async () => {
    const { page } = await arrange();
    const { items, nextAfter } = await page(null, 4);
    expect(items.map(({ currentStatus }) => currentStatus)).toEqual([1, 2, 3, 4]);
    expect(nextAfter).toBeNull();
  });

  test("is returned in pages that continue where the previous page ended", async () => {
    const { page } = await arrange();
    const first = await page(null, 3);
    expect(first.items.map(({ currentStatus }) => currentStatus)).toEqual([1, 2, 3]);
    expect(first.nextAfter).toBe(first.items[2]?.id);
    const second = await page(first.nextAfter, 3);
    expect(second.items.map(({ currentStatus }) => currentStatus)).toEqual([4]);
    expect(second.nextAfter).toBeNull();
  });

  test("contains every row once in pages of one row", async () => {
    const { page } = await arrange();
    const seen = [];
    let after: bigint | null = null;
    do {
      const { items, nextAfter } = await page(after, 1);
      seen.push(...items.map(({ currentStatus }) => currentStatus));
      after = nextAfter;
    } while (after !== null);
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  test("is an empty page, not an error, after the last row", async () => {
    const { page } = await arrange();
    expect(await page(999n, 10)).toEqual({ items: [], nextAfter: null });
  });

  test("is found by a uuid in capitals", async () => {
    const { ports, uuid } = await arrange();
    const input = { uuid: uuid.toUpperCase(), after: null, limit: 10 };
    expect((await listStatusChanges(ports, input)).items).toHaveLength(4);
  });

  test.each(["019cbc00-0000-7000-8000-ffffffffffff", "nonsense"])(
    "is not found for %s",
    async (uuid) => {
      const { ports } = await arrange();
      const unknown = listStatusChanges(ports, { uuid, after: null, limit: 10 });
      await expect(unknown).rejects.toMatchObject({ code: "staged-document-not-found" });
    },
  );
});

test("the first page begins at the first change, and each page returns where to continue", async () => {
  const ports = makeDocumentPorts();
  await makeDocumentAt(ports, 4);
  const first = await readStatusFeed(ports, { after: 0n, limit: 2 });
  expect(first.items.map(({ currentStatus }) => currentStatus)).toEqual([1, 2]);
  expect(first.nextAfter).toBe(2n);
  const second = await readStatusFeed(ports, { after: first.nextAfter, limit: 2 });
  expect(second.items.map(({ currentStatus }) => currentStatus)).toEqual([4]);
  expect(second.nextAfter).toBe(3n);
});

test("an empty page returns the same cursor, and later changes follow it", async () => {
  const ports = makeDocumentPorts();
  expect(await readStatusFeed(ports, { after: 0n, limit: 10 })).toEqual({
    items: [],
    nextAfter: 0n,
  });
  await makeDocumentAt(ports, 2);
  const { nextAfter } = await readStatusFeed(ports, { after: 0n, limit: 10 });
  expect(await readStatusFeed(ports, { after: nextAfter, limit: 10 })).toEqual({
    items: [],
    nextAfter,
  });
  const { uuid } = await makeDocumentAt(ports, 1);
  const { items } = await readStatusFeed(ports, { after: nextAfter, limit: 10 });
  expect(items.map((entry) => [entry.sequence, entry.uuid])).toEqual([[nextAfter + 1n, uuid]]);
});

test("a sequence beyond the end of the feed is rejected, and the error names the last valid sequence", async () => {
  const ports = makeDocumentPorts();
  const readBehind = (after: bigint) => readStatusFeed(ports, { after, limit: 10 });
  await expect(readBehind(1n)).rejects.toMatchObject({
    code: "validation-failed",
    errors: [{ pointer: "#/after", detail: expect.stringMatching(/last sequence is 0\b/) }],
  });
  await makeDocumentAt(ports, 2);
  expect(await readBehind(2n)).toEqual({ items: [], nextAfter: 2n });
  await expect(readBehind(3n)).rejects.toMatchObject({
    errors: [{ detail: expect.stringMatching(/last sequence is 2\b.*continue after 2\b/s) }],
  });
});

test("a change that is numbered before the last sequence is read is not an error", async () => {
  const ports = makeDocumentPorts();
  const { statusFeed } = ports;
  const read: typeof statusFeed.read = async (page) => {
    const items = await statusFeed.read(page);
    await makeDocumentAt(ports, 1);
    await statusFeed.numberNext(10);
    return items;
  };
  const page = { after: 1n, limit: 10 };
  const racing = { statusFeed: { ...statusFeed, read } };
  expect(await readStatusFeed(racing, page)).toEqual({ items: [], nextAfter: 1n });
});

test("a page with changes is read without looking up the last sequence", async () => {
  const ports = makeDocumentPorts();
  await makeDocumentAt(ports, 2);
  const findLast = () => Promise.reject(new Error("must not be asked"));
  const statusFeed = { ...ports.statusFeed, findLast };
  expect((await readStatusFeed({ statusFeed }, { after: 1n, limit: 10 })).items).toHaveLength(1);
  expect((await readStatusFeed({ statusFeed }, { after: 0n, limit: 10 })).items).toHaveLength(2);
});

test("changes are in the feed with and without a webhook URL", async () => {
  const ports = makeDocumentPorts();
  await makeDocumentAt(ports, 1);
  ports.documents.configureWebhook("https://example.com/hook");
  await makeDocumentAt(ports, 1);
  expect((await readStatusFeed(ports, { after: 0n, limit: 10 })).items).toHaveLength(2);
});

test("all waiting moves are numbered, in as many batches as needed", async () => {
  const ports = makeDocumentPorts();
  for (let count = 0; count < 1_050; count += 1) await makeDocumentAt(ports, 2);
  expect(await numberStatusChanges(ports)).toBe(2_100);
  expect(ports.statusFeed.numberingCount()).toBe(3);
  const feed = await ports.statusFeed.read({ after: 0n, limit: 3_000 });
  expect(feed.map(({ sequence }) => Number(sequence))).toEqual(
    Array.from({ length: 2_100 }, (_, index) => index + 1),
  );
});

test("if the last batch is full, one more batch is tried", async () => {
  const ports = makeDocumentPorts();
  for (let count = 0; count < 1_000; count += 1) await makeDocumentAt(ports, 1);
  expect(await numberStatusChanges(ports)).toBe(1_000);
  expect(ports.statusFeed.numberingCount()).toBe(2);
});

test("nothing is locked while no move is waiting", async () => {
  const ports = makeDocumentPorts();
  expect(await numberStatusChanges(ports)).toBe(0);
  await makeDocumentAt(ports, 4);
  await numberStatusChanges(ports);
  expect(await numberStatusChanges(ports)).toBe(0);
  expect(ports.statusFeed.numberingCount()).toBe(1);
});
