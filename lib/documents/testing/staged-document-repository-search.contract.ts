import { describe, expect, test } from "vitest";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import type { DocumentFilter } from "../ports";
import type { Classification } from "../rules/classification";
import { moveBetween } from "./document-at-status.fixture";
import { changeOf, type OpenDocuments } from "./documents.fixture";

const AT = new Date("2026-03-01T12:00:00.000Z");
const NAMES = [
  "Rechnung_2024-0815 Müller.pdf",
  "Straßenplan Nord.pdf",
  "Brief an Élodie.docx",
  "ÜBERSICHT.xlsx",
] as const;
const FOUND: Classification = {
  documentClass: "invoice",
  score: 0.9,
  language: "de",
  pages: 1,
  processor: "test/1",
  fields: [
    field("issuer", "Stadtwerke Köln"),
    field("totalAmount", "1234.56"),
    field("iban", "DE02120300000000202051"),
  ],
};

/** Defines the part of the document repository contract that covers finding documents by words and class. */
export function describeSearch(open: OpenDocuments): void {
  describe("the search", () => {
    describeWords(open);
    describeFilters(open);
  });
}

/** The search words, and the indexes of the names that match. */
const SEARCHES: readonly (readonly [string, readonly number[]])[] = [
  ["Rechnung", [0]],
  ["rech", [0]],
  ["müller", [0]],
  ["muller", [0]],
  ["MUELLER", [0]],
  ["0815", [0]],
  ["2024-0815", [0]],
  ["strassenplan", [1]],
  ["Straßen", [1]],
  ["elodie", [2]],
  ["übersicht", [3]],
  ["uebersicht", [3]],
  ["ubersicht", [3]],
  ["pdf", [0, 1]],
  ["pdf nord", [1]],
  ["Rechnumg", [0]],
  ["Rechung", [0]],
  ["Rechnnung", [0]],
  ["Rehcnung", [0]],
  ["Rexxnung", []],
  ["0816", []],
  ["chnung", []],
  ["rechnung nord", []],
  ["' | ~ :* & !", []],
];

function describeWords(open: OpenDocuments) {
  test.each(SEARCHES)("finds the expected names for “%s”", async (words, expected) => {
    const { list } = await arrangeNamed(open);
    expect(await list({ words })).toEqual(expected.map((index) => NAMES[index]));
  });

  test.each(["stadtwerke", "koeln", "1234.56", "DE0212030000", "invoice"])(
    "searches for “%s” in the extracted values",
    async (words) => {
      const { list, find } = await arrangeNamed(open);
      expect(await list({ words })).toEqual([]);
      await find(1);
      expect(await list({ words })).toEqual(words === "invoice" ? [] : [NAMES[1]]);
    },
  );

  test("finds a document by one word from its name and another from its values", async () => {
    const { list, find } = await arrangeNamed(open);
    await find(1);
    expect(await list({ words: "nord köln" })).toEqual([NAMES[1]]);
    expect(await list({ words: "nord köln 999" })).toEqual([]);
  });
}

function describeFilters(open: OpenDocuments) {
  test("filters by class", async () => {
    const { list, find } = await arrangeNamed(open);
    await find(1);
    await find(2);
    expect(await list({ documentClass: "invoice" })).toEqual([NAMES[1], NAMES[2]]);
    expect(await list({ documentClass: "Invoice" })).toEqual([]);
    expect(await list({ documentClass: "lease" })).toEqual([]);
  });

  test("can be combined with every other filter", async () => {
    const { list, find } = await arrangeNamed(open);
    await find(1);
    const all = { words: "pdf", documentClass: "invoice", assetIdentifier: "B", status: 4 };
    expect(await list({ ...all, status: 4 })).toEqual([NAMES[1]]);
    expect(await list({ ...all, status: 1 })).toEqual([]);
    expect(await list({ words: "pdf", assetIdentifier: "A" })).toEqual([NAMES[0]]);
  });

  test("continues after the given row", async () => {
    const { ports, uuids } = await arrangeNamed(open);
    const first = await ports.documents.list(filterOf({ words: "pdf" }), {
      after: null,
      limit: 1,
    });
    expect(first.map(({ uuid }) => uuid)).toEqual([uuids[0]]);
    const rest = await ports.documents.list(filterOf({ words: "pdf" }), {
      after: first[0] ?? null,
      limit: 10,
    });
    expect(rest.map(({ uuid }) => uuid)).toEqual([uuids[1]]);
  });
}

/** Creates four documents with different names, alternately for the assets A and B. */
async function arrangeNamed(open: OpenDocuments) {
  const ports = await open();
  const ids = createCountingIds();
  const uuids: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    const uuid = ids.uuid();
    const assetIdentifier = index % 2 === 0 ? "A" : "B";
    await ports.documents.create(
      { uuid, assetIdentifier, name, folder: null, uploadExpiresAt: AT },
      { move: moveBetween(null, 1), actor: "test", reason: "created", at: AT },
    );
    uuids.push(uuid);
  }
  return {
    ports,
    uuids,
    list: async (filter: Partial<DocumentFilter>) => {
      const found = await ports.documents.list(filterOf(filter), { after: null, limit: 10 });
      const names = new Set(found.map(({ name }) => name));
      return NAMES.filter((name) => names.has(name));
    },
    /** Moves a document to status 4, with results. */
    find: async (index: number) => {
      const uuid = uuids[index] ?? "";
      await ports.documents.compareAndSetStatus(changeOf(uuid, 1, 2));
      await ports.documents.compareAndSetStatus(changeOf(uuid, 2, 3));
      await ports.documents.compareAndSetStatus({
        ...changeOf(uuid, 3, 4),
        classification: FOUND,
      });
    },
  };
}

const filterOf = (filter: Partial<DocumentFilter>): DocumentFilter => ({
  assetIdentifier: null,
  status: null,
  updatedSince: null,
  ...filter,
});

function field(name: string, value: string) {
  return { name, value, score: 0.9, page: 1, text: value };
}
