import { expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { makeAssetPorts } from "../testing/in-memory-asset-ports";
import { listAssetDocuments } from "./asset-overviews";

const filter = { assetIdentifier: "A", text: null, status: null };

test("pages contain every document of the identifier, and the last one has no next position", async () => {
  const ports = makeAssetPorts();
  for (let count = 0; count < 5; count += 1) {
    await makeDocumentAt(ports, 1, "A");
    await makeDocumentAt(ports, 1, "B");
    ports.clock.advanceSeconds(1);
  }
  const first = await listAssetDocuments(ports, { filter, after: null, limit: 3 });
  const second = await listAssetDocuments(ports, { filter, after: first.nextAfter, limit: 3 });
  expect(first.items).toHaveLength(3);
  expect(second.nextAfter).toBeNull();
  const expected = ports.documents.all().filter((each) => each.assetIdentifier === "A");
  const uuidsOf = (documents: readonly { uuid: string }[]) => documents.map(({ uuid }) => uuid);
  expect(uuidsOf([...first.items, ...second.items])).toEqual(uuidsOf(expected.toReversed()));
});

test("a page that ends with the last document has no next position", async () => {
  const ports = makeAssetPorts();
  await makeDocumentAt(ports, 1, "A");
  const page = await listAssetDocuments(ports, { filter, after: null, limit: 1 });
  expect(page).toMatchObject({ items: [{ assetIdentifier: "A" }], nextAfter: null });
});
