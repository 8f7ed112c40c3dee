import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { listStatusChanges } from "./list-status-changes";

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
