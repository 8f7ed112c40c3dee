import { expect, test } from "vitest";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { numberStatusChanges } from "./number-status-changes";

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
