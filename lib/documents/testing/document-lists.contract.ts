import { describe, expect, test } from "vitest";
import {
  type DocumentListFilter,
  type DocumentListPosition,
  type DocumentLists,
  type DocumentOrder,
  NO_DOCUMENT_LIST_FILTER,
} from "../list-ports";
import type { StagedDocumentRepository } from "../ports";
import type { Classification } from "../rules/classification";
import type { Status } from "../rules/status";
import { moveBetween } from "./document-at-status.fixture";

const NOON_MS = Date.parse("2026-03-01T12:00:00.000Z");
const USER = "019cbc00-0000-7000-8000-0000000000aa";

type Open = () => Promise<{ documents: StagedDocumentRepository; documentLists: DocumentLists }>;

/** A document of these tests. */
interface Sample {
  readonly name: string;
  readonly folder?: string;
  readonly asset: string;
  readonly way: readonly Status[];
  readonly by: string;
  readonly sha256?: string;
  readonly found?: Pick<Classification, "documentClass" | "fields" | "findings">;
}

const field = (value: string) => ({ name: "issuer", value, score: 1, page: null, text: null });
const finding = (code: string) => ({ code, parameters: {} });
const SAME = "a".repeat(64);
const KEY = "api-key:019cbc00-0000-7000-8000-0000000000bb";
const INVOICE = { documentClass: "invoice", fields: [field("Stadtwerke Köln")] };

/** The documents of these tests by number, oldest first; 1 and 2 were created at the same time. */
const SAMPLES: readonly Sample[] = [
  {
    name: "Lease 2026.pdf",
    asset: "A",
    way: [2, 3, 4],
    by: `administrator:${USER}`,
    sha256: SAME,
    found: { ...INVOICE, findings: [finding("pages-not-read"), finding("pages-not-read")] },
  },
  { name: "plan.dwg", folder: "Häuser/Ost", asset: "A", way: [2], by: KEY, sha256: SAME },
  { name: "100%_done.pdf", asset: "A", way: [], by: `reviewer:${USER}` },
  {
    name: "1000 done.pdf",
    folder: "back\\slash",
    asset: "A",
    way: [2, 3, 5],
    by: KEY,
    found: INVOICE,
  },
  { name: "ÖFFNUNG.txt", folder: "a%b_c", asset: "A", way: [6], by: "administrator:other" },
  {
    name: "Mietvertrag.pdf",
    asset: "B",
    way: [2, 3, 4],
    by: KEY,
    found: { documentClass: "lease", fields: [field("Élodie")], findings: [finding("other")] },
  },
  { name: "lease 2026.pdf", asset: "B", way: [2, 3, 8], by: `administrator:${USER}` },
  { name: "plan.dwg", asset: "a", way: [2], by: KEY, sha256: "b".repeat(64) },
];
const ALL = [0, 1, 2, 3, 4, 5, 6, 7];

const createdAt = (index: number) => new Date(NOON_MS + (index === 2 ? 1 : index) * 1000);

/** Changes happen in the order of creation, after everything was created; 3 and 4 change at the same time. */
const changedAt = (index: number) => new Date(NOON_MS + 60_000 + (index === 4 ? 3 : index) * 1000);

/** A version 7 UUID of this time. */
function uuidOf(index: number): string {
  const time = createdAt(index).getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, "0")}`;
}

async function add(documents: StagedDocumentRepository, sample: Sample, index: number) {
  const uuid = uuidOf(index);
  const { name, folder = null, asset, way, by, sha256, found } = sample;
  const at = createdAt(index);
  await documents.create(
    { uuid, assetIdentifier: asset, name, folder, uploadExpiresAt: at },
    { move: moveBetween(null, 1), actor: by, reason: "created", at },
  );
  let from: Status = 1;
  for (const to of way) {
    const isLast = to === way.at(-1);
    await documents.compareAndSetStatus({
      uuid,
      move: moveBetween(from, to),
      actor: "test",
      reason: "reported",
      at: changedAt(index),
      ...(to === 2 ? { file: { ...FILE, objectKey: `documents/${uuid}` } } : {}),
      ...(to === 2 && sha256 ? { sha256 } : {}),
      ...(to === 6 ? { failure: { code: "cancelled", message: "It was cancelled." } } : {}),
      ...(isLast && found ? { classification: { ...NOTHING_FOUND, ...found } } : {}),
    });
    from = to;
  }
}

const FILE = { sizeBytes: 7, contentType: "application/pdf", versionId: null };
const NOTHING_FOUND = { score: 0.5, language: null, pages: 1, processor: "test/1" };

const BY_CREATION: DocumentOrder = { by: "created", isDescending: false };

async function arrange(open: Open) {
  const { documents, documentLists } = await open();
  for (const [index, sample] of SAMPLES.entries()) await add(documents, sample, index);
  /** Reads every page and returns the numbers of the documents. */
  const list = async (
    filter: Partial<DocumentListFilter> = {},
    order = BY_CREATION,
    { limit = 100, beforeNext = async (_seen: readonly string[]) => {} } = {},
  ) => {
    const seen: string[] = [];
    for (let after: DocumentListPosition | null = null; ; ) {
      const page: Awaited<ReturnType<DocumentLists["list"]>> = await documentLists.list(
        { ...NO_DOCUMENT_LIST_FILTER, ...filter },
        order,
        { after, limit },
      );
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items.map(({ uuid }) => uuid));
      after = page.nextAfter;
      if (!after) return seen.map((uuid) => ALL.findIndex((index) => uuidOf(index) === uuid));
      await beforeNext(seen);
    }
  };
  const count = (filter: Partial<DocumentListFilter>, except?: readonly string[]) =>
    documentLists.count({ ...NO_DOCUMENT_LIST_FILTER, ...filter }, except);
  return { documents, documentLists, list, count };
}

/** Tests the guarantees of every list of documents in the cockpit; `open` provides empty stores for each test. */
export function describeDocumentListsContract(name: string, open: Open): void {
  describe(name, () => {
    describeFilters(open);
    describeTexts(open);
    describeOrders(open);
    describePages(open);
    describeRows(open);
  });
}

type Filters = readonly (readonly [string, Partial<DocumentListFilter>, readonly number[]])[];

const FILTERS: Filters = [
  ["nothing", {}, ALL],
  ["an asset, exactly", { assetIdentifier: "A" }, [0, 1, 2, 3, 4]],
  ["an asset without documents", { assetIdentifier: "A " }, []],
  ["a status", { statuses: [2] }, [1, 7]],
  ["several statuses", { statuses: [1, 4, 8] }, [0, 2, 5, 6]],
  ["a class", { documentClass: "invoice" }, [0, 3]],
  ["an unknown class", { documentClass: "%" }, []],
  ["a finding", { finding: "pages-not-read" }, [0]],
  ["an unknown finding", { finding: 'a"]' }, []],
  ["the beginning of a period, inclusive", { createdFrom: createdAt(5) }, [5, 6, 7]],
  ["the end of a period, inclusive", { createdTo: createdAt(1) }, [0, 1, 2]],
  ["a period", { createdFrom: createdAt(1), createdTo: createdAt(3) }, [1, 2, 3]],
  ["an empty period", { createdFrom: createdAt(4), createdTo: createdAt(3) }, []],
  ["a time before all documents", { createdTo: new Date(0) }, []],
  ["a user, in whatever role", { uploader: USER }, [0, 2, 6]],
  ["a user who uploaded nothing", { uploader: uuidOf(0) }, []],
  ["API keys", { uploader: "api" }, [1, 3, 5, 7]],
  ["duplicates", { isDuplicate: true }, [1]],
  ["asset and status", { assetIdentifier: "A", statuses: [4, 5, 6] }, [0, 3, 4]],
  ["asset and class", { assetIdentifier: "A", documentClass: "lease" }, []],
  ["class and status", { documentClass: "invoice", statuses: [5] }, [3]],
  ["finding and uploader", { finding: "other", uploader: "api" }, [5]],
  ["duplicates and asset", { isDuplicate: true, assetIdentifier: "B" }, []],
  ["text, asset and status", { text: "done", assetIdentifier: "A", statuses: [1] }, [2]],
  [
    "text, class and period",
    { text: "stadt", documentClass: "invoice", createdFrom: createdAt(1) },
    [3],
  ],
  [
    "everything",
    {
      assetIdentifier: "A",
      text: "lease",
      statuses: [4],
      documentClass: "invoice",
      finding: "pages-not-read",
      createdFrom: createdAt(0),
      createdTo: createdAt(0),
      uploader: USER,
    },
    [0],
  ],
];

const ORDERS = (["updated", "created", "name"] as const).flatMap((by) => [
  { by, isDescending: false },
  { by, isDescending: true },
]);

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

function describeFilters(open: Open) {
  test.each(FILTERS)("filters by %s, in every order", async (_, filter, expected) => {
    const { list } = await arrange(open);
    expect(await list(filter)).toEqual(expected);
    for (const order of ORDERS) expect(sorted(await list(filter, order))).toEqual(expected);
  });

  test.each(FILTERS)("counts the documents filtered by %s", async (_, filter, expected) => {
    const { count } = await arrange(open);
    expect(await count(filter)).toEqual({ count: expected.length, isMore: false });
  });
}

const TEXTS: readonly (readonly [string, readonly number[]])[] = [
  ["lease", [0, 6]],
  ["LEASE 2026", [0, 6]],
  ["PDF", [0, 2, 3, 5, 6]],
  ["ertrag", [5]],
  ["vertrag.pdf", [5]],
  ["häuser", [1]],
  ["HÄUSER/o", [1]],
  ["öffnung", [4]],
  ["offnung", [4]],
  ["oeffnung", [4]],
  ["0%", [2]],
  ["%_", [2]],
  ["_", [2, 4]],
  ["%", [2, 4]],
  ["\\", [3]],
  ["k\\s", [3]],
  ["ko", []],
  ["ko stadtwerke", [0, 3]],
  ["l", [0, 1, 3, 6, 7]],
  ["stadtwerke", [0, 3]],
  ["KOELN", [0, 3]],
  ["elodie", [5]],
  ["elodie mietvertrag", [5]],
  ["mietvertag", [5]],
  ["tadtwerke", []],
  ["no such", []],
  ["' | ~ :* & !", []],
];

function describeTexts(open: Open) {
  test.each(TEXTS)(
    "the text %j finds parts of names and folders, and words of values, in all assets and in one",
    async (text, expected) => {
      const { list, count } = await arrange(open);
      expect(await list({ text })).toEqual(expected);
      expect(await list({ text, assetIdentifier: "A" })).toEqual(expected.filter((n) => n < 5));
      expect(await count({ text })).toEqual({ count: expected.length, isMore: false });
    },
  );
}

function describeOrders(open: Open) {
  const orders = [
    ["updated", [2, 0, 1, 3, 4, 5, 6, 7]],
    ["created", ALL],
    ["name", [2, 3, 0, 6, 5, 1, 7, 4]],
  ] as const;
  test.each(orders)("are ordered by %s in both directions, ties by uuid", async (by, expected) => {
    const { list } = await arrange(open);
    expect(await list({}, { by, isDescending: false })).toEqual(expected);
    expect(await list({}, { by, isDescending: true })).toEqual(expected.toReversed());
  });
}

function describePages(open: Open) {
  const filters = [
    {},
    { assetIdentifier: "A" },
    { text: "d" },
    { statuses: [1, 2, 4, 5] },
  ] as const;

  test.each([1, 2, 3, 7, 8])(
    "of %i have neither gaps nor repeats, in every order",
    async (limit) => {
      const { list } = await arrange(open);
      for (const order of ORDERS) {
        for (const filter of filters) {
          expect(await list(filter, order, { limit })).toEqual(await list(filter, order));
        }
      }
    },
  );

  test("are full without the documents that are left out, in every order, and so are their counts", async () => {
    const { documentLists, list, count } = await arrange(open);
    const except = [0, 1, 3, 4, 6].map(uuidOf);
    for (const order of ORDERS) {
      for (const filter of [{}, { text: "d" }, { statuses: [1, 2, 4, 5] as const }]) {
        const left = (await list(filter, order))
          .map(uuidOf)
          .filter((uuid) => !except.includes(uuid));
        const page = { after: null, limit: 2, except };
        const found = await documentLists.list(
          { ...NO_DOCUMENT_LIST_FILTER, ...filter },
          order,
          page,
        );
        expect(found.items.map(({ uuid }) => uuid)).toEqual(left.slice(0, 2));
        expect(found.nextAfter === null).toBe(left.length <= 2);
        expect(await count(filter, except)).toEqual({ count: left.length, isMore: false });
      }
    }
  });

  test.each(["created", "name"] as const)(
    "by %s have neither gaps nor repeats while documents change",
    async (by) => {
      const { documents, list } = await arrange(open);
      let count = 0;
      const beforeNext = async () => {
        count += 1;
        const at = new Date(NOON_MS + 120_000 + count);
        await documents.renewUpload(uuidOf(2), { uploadExpiresAt: at, at });
        const sample = { name: "000.pdf", asset: "A", way: [], by: KEY };
        if (by === "name") await add(documents, sample, 100 + count);
      };
      const expected = await list({}, { by, isDescending: false });
      expect(await list({}, { by, isDescending: false }, { limit: 2, beforeNext })).toEqual(
        expected,
      );
    },
  );

  test("by last change contain every document that does not change meanwhile exactly once", async () => {
    const { documents, list } = await arrange(open);
    const at = new Date(NOON_MS + 120_000);
    const beforeNext = async () =>
      void (await documents.renewUpload(uuidOf(2), { uploadExpiresAt: at, at }));
    const seen = await list({}, { by: "updated", isDescending: true }, { limit: 2, beforeNext });
    expect(sorted(seen.filter((n) => n !== 2))).toEqual(ALL.filter((n) => n !== 2));
  });
}

function describeRows(open: Open) {
  test("contain the same data as `find`, and who created the document", async () => {
    const { documents, documentLists } = await arrange(open);
    const { items } = await documentLists.list(NO_DOCUMENT_LIST_FILTER, BY_CREATION, {
      after: null,
      limit: 9,
    });
    for (const { createdBy, assetName, ...document } of items) {
      expect(document).toEqual(await documents.find(document.uuid));
      expect(assetName).toBeNull();
      expect(createdBy).toBe(SAMPLES[ALL.findIndex((n) => uuidOf(n) === document.uuid)]?.by);
    }
  });

  test("tell which documents are duplicates", async () => {
    const { documentLists } = await arrange(open);
    const { items } = await documentLists.list(NO_DOCUMENT_LIST_FILTER, BY_CREATION, {
      after: null,
      limit: 9,
    });
    expect(items.map(({ duplicateOf }) => duplicateOf)).toEqual(
      ALL.map((n) => (n === 1 ? uuidOf(0) : null)),
    );
  });

  test("the classes that documents have are listed once each, in order", async () => {
    const { documentLists } = await arrange(open);
    expect(await documentLists.listClasses(10)).toEqual(["invoice", "lease"]);
    expect(await documentLists.listClasses(1)).toEqual(["invoice"]);
  });
}
