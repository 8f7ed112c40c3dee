import { describe, expect, test } from "vitest";
import { moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { type AssetOverviews, NEW_COUNT_MAX } from "../ports";
import {
  arrangeOverviews,
  identifiersOf,
  type OpenAssetOverviews,
} from "./asset-overviews.fixture";

/**
 * Tests which documents are new to which users, and which identifiers have no asset. These tests are part of the contract
 * of `AssetOverviews`.
 */
export function describeVisitsAndNews(open: OpenAssetOverviews): void {
  describe("visits and new documents", () => {
    describeVisits(open);
    describeNews(open);
    describeUnassigned(open);
  });
}

function describeVisits(open: OpenAssetOverviews) {
  describe("a visit", () => {
    test("returns the time of the previous visit, whether or not an asset has the identifier", async () => {
      const { overviews, viewer, tick } = await arrangeOverviews(open);
      const [first, second] = [tick(), tick()];
      expect(await overviews.noteVisit(viewer.userId, "A", first)).toBeNull();
      expect(await overviews.noteVisit(viewer.userId, "A", second)).toEqual(first);
      expect(await overviews.noteVisit(viewer.userId, "A", tick())).toEqual(second);
    });

    test("belongs to one user and one identifier", async () => {
      const { overviews, viewer, ids, tick } = await arrangeOverviews(open);
      await overviews.noteVisit(viewer.userId, "A", tick());
      expect(await overviews.noteVisit(viewer.userId, "a", tick())).toBeNull();
      expect(await overviews.noteVisit(ids.uuid(), "A", tick())).toBeNull();
    });

    test("is never replaced by an earlier visit", async () => {
      const { overviews, viewer, tick } = await arrangeOverviews(open);
      const [early, late] = [tick(), tick()];
      await overviews.noteVisit(viewer.userId, "A", late);
      expect(await overviews.noteVisit(viewer.userId, "A", early)).toEqual(late);
      expect(await overviews.noteVisit(viewer.userId, "A", tick())).toEqual(late);
    });
  });
}

async function arrangeNewsOf(open: OpenAssetOverviews) {
  const arranged = await arrangeOverviews(open);
  const { asset, list } = arranged;
  await asset("A");
  await asset("B");
  const newCounts = async () => (await list()).items.map(({ newCount }) => newCount);
  const shownAsNew = async () => identifiersOf(await list({ isNew: true }));
  return { ...arranged, newCounts, shownAsNew };
}

function describeNews(open: OpenAssetOverviews) {
  const arrangeNews = () => arrangeNewsOf(open);

  describe("new documents", () => {
    test("are documents created after the last visit", async () => {
      const { document, overviews, viewer, tick, newCounts, shownAsNew } = await arrangeNews();
      await document("A");
      await overviews.noteVisit(viewer.userId, "A", tick());
      expect(await newCounts()).toEqual([0, 0]);
      expect(await shownAsNew()).toEqual([]);
      await document("A");
      await document("A", 5);
      expect(await newCounts()).toEqual([2, 0]);
      expect(await shownAsNew()).toEqual(["A"]);
    });

    test("do not include documents created exactly at the time of the visit", async () => {
      const { document, overviews, viewer, newCounts } = await arrangeNews();
      const { createdAt } = await document("A");
      await overviews.noteVisit(viewer.userId, "A", createdAt);
      expect(await newCounts()).toEqual([0, 0]);
    });

    test("are the documents created after the user's account if the user has never visited the identifier", async () => {
      const { document, viewer, list, newCounts } = await arrangeNews();
      const { createdAt } = await document("A");
      await document("A");
      expect(await newCounts()).toEqual([2, 0]);
      const { items } = await list({}, { viewer: { ...viewer, since: createdAt } });
      expect(items[0]?.newCount).toBe(1);
    });

    test("do not depend on other users' visits", async () => {
      const { document, overviews, ids, tick, newCounts } = await arrangeNews();
      await document("A");
      await overviews.noteVisit(ids.uuid(), "A", tick());
      expect(await newCounts()).toEqual([1, 0]);
    });

    test("never include the user's own documents, even if others changed them", async () => {
      const { documentBy, documents, viewer, ids, newCounts, shownAsNew, tick } =
        await arrangeNews();
      const { uuid } = await documentBy(`administrator:${viewer.userId}`, "A");
      const change = { actor: "sweeper", reason: "upload-expired", at: tick() } as const;
      const failure = { code: "upload-expired", message: "It never came." };
      await documents.compareAndSetStatus({ uuid, move: moveBetween(1, 6), ...change, failure });
      expect(await shownAsNew()).toEqual([]);
      await documentBy(`administrator:${ids.uuid()}`, "B");
      expect(await newCounts()).toEqual([0, 1]);
      expect(await shownAsNew()).toEqual(["B"]);
    });

    test("never include the user's own documents, even if the user created them in a different role", async () => {
      const { documentBy, viewer, ids, newCounts } = await arrangeNews();
      await documentBy(`reviewer:${viewer.userId}`, "A");
      await documentBy(`administrator:${viewer.userId}`, "A");
      await documentBy(`reviewer:${ids.uuid()}`, "B");
      expect(await newCounts()).toEqual([0, 1]);
    });

    test(`are counted up to ${NEW_COUNT_MAX}, excluding the user's own`, async () => {
      const { documentBy, viewer, newCounts, overviews } = await arrangeNews();
      for (let n = 0; n < NEW_COUNT_MAX; n += 1) await documentBy("api-key:1", "A");
      await documentBy(`administrator:${viewer.userId}`, "A");
      expect(await newCounts()).toEqual([NEW_COUNT_MAX, 0]);
      await documentBy("api-key:1", "A");
      expect(await newCounts()).toEqual([NEW_COUNT_MAX, 0]);
      const found = await overviews.findByIdentifier("A", viewer);
      expect(found?.newCount).toBe(NEW_COUNT_MAX);
    });
  });
}

const FIRST: Parameters<AssetOverviews["listUnassigned"]>[0] = {
  text: null,
  after: null,
  limit: 100,
};

function describeUnassigned(open: OpenAssetOverviews) {
  const arrangeUnassigned = async () => {
    const arranged = await arrangeOverviews(open);
    for (const identifier of ["B", "b%1", "C", "A 2", "ä"]) await arranged.document(identifier);
    await arranged.asset("C");
    const list = async (page: Partial<typeof FIRST> = {}) =>
      (await arranged.overviews.listUnassigned({ ...FIRST, ...page })).map((row) => row.identifier);
    return { ...arranged, list };
  };

  describe("unassigned identifiers", () => {
    test("are the identifiers that documents have but no asset has, each listed once, in byte order", async () => {
      const { document, asset, list } = await arrangeUnassigned();
      await document("B", 5);
      await asset("a 2");
      expect(await list()).toEqual(["A 2", "B", "b%1", "ä"]);
    });

    test("exclude the identifier of an archived asset", async () => {
      const { asset, assets, list, tick } = await arrangeUnassigned();
      const { id } = await asset("B");
      await assets.setArchived(id, { isArchived: true, at: tick() }, anAuditNote());
      expect(await list()).toEqual(["A 2", "b%1", "ä"]);
    });

    test("are returned with their documents", async () => {
      const { document, overviews } = await arrangeUnassigned();
      await document("B", 5);
      const [, row] = await overviews.listUnassigned(FIRST);
      expect(row).toEqual({ identifier: "B", ...(await overviews.documentsAt("B")) });
      expect(row?.counts).toEqual([1, 5].map((status) => ({ status, count: 1 })));
    });

    test("are complete in pages of every size", async () => {
      const { list } = await arrangeUnassigned();
      for (const limit of [1, 2, 3, 4]) {
        const seen: string[] = [];
        for (let page = await list({ limit }); page.length > 0; ) {
          expect(page.length).toBeLessThanOrEqual(limit);
          seen.push(...page);
          page = await list({ limit, after: seen.at(-1) ?? "" });
        }
        expect(seen).toEqual(["A 2", "B", "b%1", "ä"]);
      }
    });

    test("can be searched by part of the identifier, ignoring case, with % taken literally", async () => {
      const { list } = await arrangeUnassigned();
      expect(await list({ text: "b" })).toEqual(["B", "b%1"]);
      expect(await list({ text: "b", limit: 1, after: "B" })).toEqual(["b%1"]);
      expect(await list({ text: "Ä" })).toEqual(["ä"]);
      expect(await list({ text: "%" })).toEqual(["b%1"]);
      expect(await list({ text: "c" })).toEqual([]);
    });

    test("do not exist if every document has its asset, or if there are no documents", async () => {
      const { overviews, document, asset } = await arrangeOverviews(open);
      expect(await overviews.listUnassigned(FIRST)).toEqual([]);
      await document("A");
      await asset("A");
      expect(await overviews.listUnassigned(FIRST)).toEqual([]);
    });
  });
}
