import { expect, test } from "vitest";
import type { DocumentFilter } from "../ports/document-list";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { listStagedDocuments } from "./list-staged-documents";

const EVERYTHING: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };

async function arrangeThree() {
  const ports = makeDocumentPorts();
  const made = [
    await makeDocumentAt(ports, 1),
    await makeDocumentAt(ports, 1),
    await makeDocumentAt(ports, 1),
  ];
  const list = (limit: number, filter = EVERYTHING) =>
    listStagedDocuments(ports, { filter, after: null, limit });
  return { ports, made, list };
}

test("a page that is not the last returns the document after which to continue", async () => {
  const { made, list } = await arrangeThree();
  expect(await list(2)).toEqual({ items: made.slice(0, 2), nextAfter: made[1] });
});

test.each([3, 4])("a page of %i with nothing left after it is the last page", async (limit) => {
  const { made, list } = await arrangeThree();
  expect(await list(limit)).toEqual({ items: made, nextAfter: null });
});

test("a filter without matches returns an empty page", async () => {
  const { list } = await arrangeThree();
  const updatedSince = new Date("2999-01-01T00:00:00Z");
  expect(await list(2, { ...EVERYTHING, updatedSince })).toEqual({ items: [], nextAfter: null });
});
