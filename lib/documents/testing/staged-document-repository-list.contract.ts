import { describe, expect, test } from "vitest";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type { DocumentFilter, DocumentPosition } from "../ports";
import type { StagedDocument } from "../rules/staged-document";
import type { Status } from "../rules/status";
import { makeDocumentAt } from "./document-at-status.fixture";
import { changeOf, type OpenDocuments } from "./documents.fixture";

const EVERYTHING: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };
const STATUSES: readonly Status[] = [1, 2, 4, 2, 8, 1];
/** The SHA-256 of two documents with the same asset and status; the later one is a duplicate. */
const SAME_BYTES = "a".repeat(64);
const WITH_SAME_BYTES = [1, 3];

/** Defines the part of the document repository contract that covers the list. */
export function describeList(open: OpenDocuments): void {
  describe("the list", () => {
    describeFilters(open);
    describePages(open);
  });
}

/**
 * Creates six documents for two assets: the second and third at the same time, the others a second apart; the fourth is a
 * duplicate.
 */
async function arrangeSix(open: OpenDocuments) {
  const underTest = await open();
  const ports = { ...underTest, clock: createFixedClock(), ids: createCountingIds() };
  const records: StagedDocument[] = [];
  for (const [index, status] of STATUSES.entries()) {
    if (index !== 2) ports.clock.advanceSeconds(1);
    const sha256 = WITH_SAME_BYTES.includes(index) ? SAME_BYTES : null;
    records.push(await makeDocumentAt(ports, status, index % 2 === 0 ? "A" : "B", sha256));
  }
  const list = (
    filter: Partial<DocumentFilter> = {},
    page: { after?: DocumentPosition; limit?: number } = {},
  ) => ports.documents.list({ ...EVERYTHING, ...filter }, { after: null, limit: 100, ...page });
  return { ...ports, records, list };
}

function describeFilters(open: OpenDocuments) {
  describe("filters", () => {
    test("without any filter, all documents are returned in the form that find returns, ordered by time and then by uuid", async () => {
      const { records, list } = await arrangeSix(open);
      expect(await list()).toEqual(records);
      expect(records[3]?.duplicateOf).toBe(records[1]?.uuid);
    });

    const filters: readonly Partial<DocumentFilter>[] = [
      { assetIdentifier: "A" },
      { assetIdentifier: "a" },
      { status: 2 },
      { status: 5 },
      { updatedSince: new Date("2026-03-01T12:00:02.000Z") },
      { updatedSince: new Date("2026-03-01T12:00:02.001Z") },
      { assetIdentifier: "B", status: 2 },
      { assetIdentifier: "B", updatedSince: new Date("2026-03-01T12:00:03.000Z") },
      { status: 1, updatedSince: new Date("2026-03-01T12:00:03.000Z") },
      { assetIdentifier: "B", status: 2, updatedSince: new Date("2026-03-01T12:00:03.000Z") },
    ];

    test.each(filters)("%j returns exactly the matching documents", async (filter) => {
      const { records, list } = await arrangeSix(open);
      const { assetIdentifier, status, updatedSince } = { ...EVERYTHING, ...filter };
      const expected = records
        .filter((document) => !assetIdentifier || document.assetIdentifier === assetIdentifier)
        .filter((document) => !status || document.status === status)
        .filter((document) => !updatedSince || document.updatedAt >= updatedSince);
      expect(await list(filter)).toEqual(expected);
    });
  });
}

function describePages(open: OpenDocuments) {
  describe("pages", () => {
    test.each([1, 2, 4, 6, 7])(
      "of %i continue after the given row without gaps or repeats",
      async (limit) => {
        const { records, list } = await arrangeSix(open);
        const seen: StagedDocument[] = [];
        for (;;) {
          const last = seen.at(-1);
          const page = await list({}, { limit, ...(last ? { after: last } : {}) });
          if (page.length === 0) break;
          seen.push(...page);
        }
        expect(seen).toEqual(records);
      },
    );

    test("a document that changes appears again at the end, and no document is skipped", async () => {
      const { records, documents, list } = await arrangeSix(open);
      const [first, second, third] = records;
      if (!first || !second || !third) throw new Error("there are six");
      const seen = await list({}, { limit: 2 });
      await documents.compareAndSetStatus(changeOf(second.uuid, 2, 3));
      const rest = await list({}, { after: seen.at(-1) ?? first });
      expect(rest.map(({ uuid }) => uuid)).toEqual([
        ...records.slice(2).map(({ uuid }) => uuid),
        second.uuid,
      ]);
    });

    test("a position without a matching row is valid", async () => {
      const { records, list } = await arrangeSix(open);
      const after = {
        updatedAt: new Date("2026-03-01T12:00:02.500Z"),
        uuid: "ffffffff-ffff-ffff-ffff-ffffffffffff",
      };
      expect(await list({}, { after })).toEqual(records.slice(3));
    });
  });
}
