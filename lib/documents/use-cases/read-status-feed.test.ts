import { expect, test } from "vitest";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { readStatusFeed } from "./read-status-feed";

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
