import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import {
  arrangeOverviews,
  identifiersOf,
  type OpenAssetOverviews,
} from "./asset-overviews.fixture";
import { describeVisitsAndNews } from "./asset-overviews-visits.contract";

/** Tests the guarantees of every `AssetOverviews`; `open` provides empty stores for each test. */
export function describeAssetOverviewsContract(name: string, open: OpenAssetOverviews): void {
  describe(name, () => {
    describeTiles(open);
    describeFilters(open);
    describeFolders(open);
    describeOrdersAndPages(open);
    describePlaces(open);
    describeVisitsAndNews(open);
  });
}

function describeTiles(open: OpenAssetOverviews) {
  describe("a tile", () => {
    test("shows its asset, the counts by status, and a summary of the newest document", async () => {
      const { asset, document, list } = await arrangeOverviews(open);
      const created = await asset("Größe/№ 7 🏗️", { name: "Hof", description: "Zürich" });
      for (const status of [8, 1, 2, 1] as const) await document("Größe/№ 7 🏗️", status);
      const { uuid, name, createdAt } = await document("Größe/№ 7 🏗️", 5);
      await document("OTHER", 3);
      const counts = [
        { status: 1, count: 2 },
        ...[2, 5, 8].map((status) => ({ status, count: 1 })),
      ];
      const newest = { uuid, name, createdAt, status: 5 };
      expect(await list()).toEqual({
        items: [{ asset: created, counts, newest, newCount: 5 }],
        total: 1,
      });
    });

    test("of an asset without documents is empty", async () => {
      const { asset, list } = await arrangeOverviews(open);
      const owner = await asset("A");
      expect((await list()).items).toEqual([
        { asset: owner, counts: [], newest: null, newCount: 0 },
      ]);
    });

    test("shows the document with the higher uuid if two were created at the same time", async () => {
      const { asset, documentAt, list, tick } = await arrangeOverviews(open);
      await asset("A");
      const at = tick();
      const records = [await documentAt(at, "A"), await documentAt(at, "A")];
      expect((await list()).items[0]?.newest?.uuid).toBe(records[1]?.uuid);
    });
  });
}

function describeFilters(open: OpenAssetOverviews) {
  describe("filters", () => {
    test.each([
      ["a part of the identifier", "LD-00", ["BLD-001"]],
      ["a part of the name", "hof", ["BLD-001", "MCH-2"]],
      ["a part of the description", "8001", ["MCH-2"]],
      ["a different case", "LINDEN", ["BLD-001"]],
      ["a non-English letter in a different case", "zÜRICH", ["BLD-001", "MCH-2"]],
      ["a literal percent sign", "0%", ["CTR%3"]],
      ["a literal percent sign in the identifier", "R%", ["CTR%3"]],
      ["a literal underscore", "a_b", ["CTR%3"]],
      ["a literal backslash", "c\\d", ["CTR%3"]],
      ["nothing that spans two texts", "001Lin", []],
    ])("by text find %s", async (_name, text, found) => {
      const { asset, list } = await arrangeOverviews(open);
      await asset("BLD-001", { name: "Lindenhof", description: "Zürich" });
      await asset("MCH-2", { name: "Bahnhof", description: "8001 ZÜRICH" });
      await asset("CTR%3", { name: "Lift 100%", description: "a_b c\\d" });
      await asset("acb cd", { name: "1000" });
      expect(identifiersOf(await list({ text }))).toEqual(found);
    });

    test("by status return assets that currently have a document at that status", async () => {
      const { asset, document, list } = await arrangeOverviews(open);
      for (const identifier of ["A", "B", "C"]) await asset(identifier);
      await document("A", 4);
      await document("A", 1);
      await document("B", 5);
      await document("AA", 2);
      expect(identifiersOf(await list({ status: 4 }))).toEqual(["A"]);
      expect(identifiersOf(await list({ status: 1 }))).toEqual(["A"]);
      expect(await list({ status: 2 })).toEqual({ items: [], total: 0 });
    });

    test("return either only archived assets or no archived assets", async () => {
      const { asset, assets, tick, list } = await arrangeOverviews(open);
      const { id } = await asset("A");
      await asset("B");
      await assets.setArchived(id, { isArchived: true, at: tick() }, anAuditNote());
      expect(identifiersOf(await list())).toEqual(["B"]);
      const archived = await list({ isArchived: true });
      expect(archived).toMatchObject({ items: [{ asset: { id } }], total: 1 });
    });

    test("are combined with AND", async () => {
      const { asset, document, list } = await arrangeOverviews(open);
      const folder = "Bern";
      for (const identifier of ["A1", "A2", "B1"]) await asset(identifier, { folder });
      await asset("A3");
      for (const identifier of ["A2", "A3", "B1"]) await document(identifier, 5);
      await document("A1", 1);
      const filter = { text: "a", folder, status: 5, isNew: true } as const;
      expect(identifiersOf(await list(filter))).toEqual(["A2"]);
      expect(await list({ folder }, { limit: 1, offset: 1 })).toMatchObject({
        items: [{ asset: { identifier: "A2" } }],
        total: 3,
      });
    });
  });
}

function describeFolders(open: OpenAssetOverviews) {
  describe("filters", () => {
    test.each([
      ["includes the folders below it", "Zürich", ["A", "B"]],
      ["below another folder", "Zürich/Altstadt", ["B"]],
      ["is not found by a part of its name", "Zür", []],
      ["is not found by a text in the middle of a path", "Altstadt", []],
      ["is compared in the right case", "zürich", ["Ä"]],
      ["with % in its name stands for itself", "100%", ["D"]],
    ])("a folder %s", async (_name, folder, found) => {
      const { asset, list } = await arrangeOverviews(open);
      await asset("A", { folder: "Zürich" });
      await asset("B", { folder: "Zürich/Altstadt" });
      await asset("C", { name: "Zürich", folder: "Zürich Nord" });
      await asset("D", { folder: "100%/Bern" });
      await asset("E", { name: "Zürich/Altstadt", description: "Zürich" });
      await asset("Ä", { folder: "zürich" });
      expect(identifiersOf(await list({ folder }))).toEqual(found);
    });
  });
}

function describeOrdersAndPages(open: OpenAssetOverviews) {
  describe("orders and pages", () => {
    test.each([
      ["activity", ["b", "A", "ä", "C"]],
      ["name", ["b", "A", "C", "ä"]],
      ["identifier", ["A", "C", "b", "ä"]],
      ["created", ["ä", "A", "b", "C"]],
    ] as const)("%s", async (order, expected) => {
      const { asset, document, list } = await arrangeOverviews(open);
      const names = { C: "Müller", b: "bahnhof", A: "Lindenhof", ä: "Zug" };
      for (const [identifier, name] of Object.entries(names)) await asset(identifier, { name });
      await document("ä");
      await document("A");
      await document("b");
      expect(identifiersOf(await list({}, { order }))).toEqual(expected);
    });

    test.each([
      ["activity", ["C", "Z", "A", "B", "D", "E"]],
      ["name", ["A", "B", "C", "D", "E", "Z"]],
      ["identifier", ["A", "B", "C", "D", "E", "Z"]],
      ["created", ["A", "B", "C", "D", "E", "Z"]],
    ] as const)("sorts by %s and then by identifier, for every page size", async (order, whole) => {
      const { assets, documentAt, list, ids, tick } = await arrangeOverviews(open);
      const at = tick();
      const same = { name: "Same", description: "", folder: null, createdAt: at };
      for (const identifier of ["Z", "E", "D", "B", "C", "A"]) {
        await assets.create({ id: ids.uuid(), identifier, ...same }, anAuditNote());
      }
      for (const identifier of ["C", "Z"]) await documentAt(at, identifier);
      for (const limit of [1, 2, 4, 5, 6]) {
        const seen: string[] = [];
        for (let offset = 0; offset < 6; offset += limit) {
          const page = await list({}, { order, offset, limit });
          expect(page.total).toBe(6);
          seen.push(...identifiersOf(page));
        }
        expect(seen).toEqual(whole);
      }
    });

    test("a page beyond the end is empty but has the total", async () => {
      const { asset, list } = await arrangeOverviews(open);
      await asset("A");
      expect(await list({}, { offset: 7 })).toEqual({ items: [], total: 1 });
    });
  });
}

function describePlaces(open: OpenAssetOverviews) {
  describe("one identifier", () => {
    test("returns the tile of its asset, even if the asset is archived", async () => {
      const { asset, assets, document, overviews, viewer, tick, list } =
        await arrangeOverviews(open);
      const { id } = await asset("A");
      await asset("B");
      await document("A", 4);
      const [tile] = (await list({ text: "A" })).items;
      expect(await overviews.findByIdentifier("A", viewer)).toEqual(tile);
      await assets.setArchived(id, { isArchived: true, at: tick() }, anAuditNote());
      expect(await overviews.findByIdentifier("A", viewer)).toMatchObject({ newCount: 1 });
    });

    test("returns null if no asset has exactly this identifier in the same case", async () => {
      const { asset, overviews, viewer, document } = await arrangeOverviews(open);
      await asset("A");
      await document("B");
      expect(await overviews.findByIdentifier("B", viewer)).toBeNull();
      expect(await overviews.findByIdentifier("a", viewer)).toBeNull();
    });

    test("returns its documents, whether or not an asset has the identifier", async () => {
      const { overviews, document } = await arrangeOverviews(open);
      const { uuid, name, status, createdAt } = await document("B", 2);
      const newest = { uuid, name, status, createdAt };
      const counts = [{ status: 2, count: 1 }];
      expect(await overviews.documentsAt("B")).toEqual({ counts, newest });
      expect(await overviews.documentsAt("b")).toEqual({ counts: [], newest: null });
    });
  });
}
