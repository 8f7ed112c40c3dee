import { expect, test } from "vitest";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { readStatusFeed } from "./read-status-feed";

test("the first page begins at the first change, and each page says where to continue", async () => {
  const ports = makeDocumentPorts();
  await makeDocumentAt(ports, 4);
  const first = await readStatusFeed(ports, { after: 0n, limit: 2 });
  expect(first.items.map(({ currentStatus }) => currentStatus)).toEqual([1, 2]);
  expect(first.nextAfter).toBe(2n);
  const second = await readStatusFeed(ports, { after: first.nextAfter, limit: 2 });
  expect(second.items.map(({ currentStatus }) => currentStatus)).toEqual([4]);
  expect(second.nextAfter).toBe(3n);
});

test("an empty page keeps the cursor, and what comes later is behind it", async () => {
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

test("changes are in the feed with and without a webhook", async () => {
  const ports = makeDocumentPorts();
  await makeDocumentAt(ports, 1);
  ports.documents.configureWebhook("https://example.com/hook");
  await makeDocumentAt(ports, 1);
  expect((await readStatusFeed(ports, { after: 0n, limit: 10 })).items).toHaveLength(2);
});
