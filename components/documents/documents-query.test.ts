import { describe, expect, test } from "vitest";
import {
  ALL_DOCUMENTS,
  type DocumentsQuery,
  documentsPath,
  filterParams,
  hasFilters,
  listParams,
  NO_FILTERS,
  readDocumentsQuery,
  sortedBy,
} from "./documents-query";

const read = (path: string) => readDocumentsQuery(new URL(path, "http://any.test").searchParams);

const EVERYTHING: DocumentsQuery = {
  text: "lease & co",
  statuses: [4, 8],
  documentClass: "invoice",
  assetIdentifier: "BLD 0001/ä",
  from: "2026-11-01",
  to: "2026-11-28",
  uploader: "api",
  finding: "pages-not-read",
  hasDuplicates: true,
  sort: "name",
  isDescending: true,
};

describe("the address of the list of documents", () => {
  test("keeps the search, every filter and the order", () => {
    expect(read(documentsPath(EVERYTHING))).toEqual(EVERYTHING);
  });

  test("contains nothing that is as usual", () => {
    expect(documentsPath(ALL_DOCUMENTS)).toBe("/documents");
    expect(documentsPath({ sort: "created", isDescending: true })).toBe("/documents?sort=created");
    expect(documentsPath({ sort: "name", isDescending: false })).toBe("/documents?sort=name");
  });

  test("lists statuses in the order of the life cycle, each once", () => {
    expect(read("/documents?status=8&status=4&status=8").statuses).toEqual([4, 8]);
  });

  test.each([
    "status=7",
    "status=first",
    "from=yesterday",
    "to=2026-13-41",
    "sort=size",
    "duplicates=maybe",
    "class=",
  ])("ignores the unknown value %s of an old link", (value) => {
    expect(read(`/documents?${value}`)).toEqual(ALL_DOCUMENTS);
  });
});

describe("the filters", () => {
  test("count as set, each for itself, while a search and an order do not", () => {
    for (const filter of Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]) {
      expect(hasFilters({ ...ALL_DOCUMENTS, [filter]: EVERYTHING[filter] }), filter).toBe(true);
    }
    expect(hasFilters({ ...EVERYTHING, ...NO_FILTERS })).toBe(false);
  });

  test("are what the API understands", () => {
    const params = filterParams(EVERYTHING);
    expect(params.getAll("status")).toEqual(["4", "8"]);
    expect(Object.fromEntries(params)).toMatchObject({
      q: "lease & co",
      documentClass: "invoice",
      assetIdentifier: "BLD 0001/ä",
      uploader: "api",
      finding: "pages-not-read",
      duplicates: "true",
    });
    expect(`${listParams(ALL_DOCUMENTS)}`).toBe(
      "status=1&status=2&status=3&status=4&status=5&sort=updated&descending=true",
    );
  });

  test("cover both days of a period, in the reader's time zone", () => {
    const params = filterParams({ ...ALL_DOCUMENTS, from: "2026-11-28", to: "2026-11-28" });
    const [from, to] = ["createdFrom", "createdTo"].map((name) => new Date(params.get(name) ?? ""));
    expect(from).toEqual(new Date(2026, 10, 28));
    expect(to).toEqual(new Date(2026, 10, 28, 23, 59, 59, 999));
  });
});

test("choosing an order starts with the newest or with A, and choosing it again reverses it", () => {
  expect(sortedBy(ALL_DOCUMENTS, "name")).toEqual({ sort: "name", isDescending: false });
  expect(sortedBy(EVERYTHING, "created")).toEqual({ sort: "created", isDescending: true });
  expect(sortedBy(ALL_DOCUMENTS, "updated")).toEqual({ isDescending: false });
});
