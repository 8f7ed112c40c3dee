import { describe, expect, test } from "vitest";
import type { PageText } from "../rules/reading/page-text";
import type { ReadingSoFar } from "../rules/reading/reading-so-far";
import { arrangeRun, type OpenRuns } from "./processing-runs.fixture";

const READING: ReadingSoFar = {
  format: "pdf",
  pageCount: 3,
  nextPage: 3,
  stated: null,
  failure: null,
  batches: [
    {
      firstPage: 1,
      textBytes: 4,
      findings: [{ code: "contains-macros", parameters: { count: 2 } }],
    },
  ],
  sha256: "b".repeat(64),
};

const page = (number: number, text: string): PageText => ({
  number,
  part: null,
  isAttachment: false,
  size: { width: 595, height: 842 },
  lines: [[[{ text, bbox: [0.1, 0.2, 0.3, 0.4] }]]],
});

/** Registers the tests that every implementation of `DocumentTexts` must pass. */
export function describeDocumentTexts(open: OpenRuns): void {
  describe("texts", () => {
    test("of a taken run are stored page by page, in order", async () => {
      const { take, documentTexts, run } = await arrangeRun(open);
      await take();
      expect(await documentTexts.saveBatch(run, READING, [page(2, "b"), page(1, "a")])).toBe(true);
      const last = { ...READING, nextPage: null };
      expect(await documentTexts.saveBatch(run, last, [page(3, "c")])).toBe(true);
      expect(await documentTexts.findReading(run)).toEqual(last);
      expect(await documentTexts.listPages(run)).toEqual([
        page(1, "a"),
        page(2, "b"),
        page(3, "c"),
      ]);
    });

    test("of a repeated batch are stored only once", async () => {
      const { take, documentTexts, run } = await arrangeRun(open);
      await take();
      await documentTexts.saveBatch(run, READING, [page(1, "a")]);
      await documentTexts.saveBatch(run, READING, [page(1, "a again")]);
      expect(await documentTexts.listPages(run)).toEqual([page(1, "a again")]);
    });

    test("of an unreadable file are empty", async () => {
      const { take, documentTexts, run } = await arrangeRun(open);
      await take();
      const failure = { code: "corrupt", parameters: {} } as const;
      expect(await documentTexts.saveBatch(run, { ...READING, failure }, [])).toBe(true);
      expect(await documentTexts.findReading(run)).toMatchObject({ failure });
      expect(await documentTexts.listPages(run)).toEqual([]);
    });

    test("of a run that is waiting or over are rejected", async () => {
      const { take, move, documentTexts, run } = await arrangeRun(open);
      expect(await documentTexts.saveBatch(run, READING, [page(1, "a")])).toBe(false);
      await take();
      await move(3, 8);
      expect(await documentTexts.saveBatch(run, READING, [page(1, "a")])).toBe(false);
      expect(await documentTexts.listPages(run)).toEqual([]);
    });

    test("are found from a given page on, even after their run has ended, together with the total number of pages", async () => {
      const { take, settle, documentTexts, run } = await arrangeRun(open);
      await take();
      await documentTexts.saveBatch(run, READING, [page(1, "a"), page(2, "b"), page(3, "c")]);
      await settle();
      const find = (from: number, limit: number) =>
        documentTexts.findPages(run.documentUuid, from, limit);
      expect(await find(1, 2)).toEqual({ pages: [page(1, "a"), page(2, "b")], total: 3 });
      expect(await find(3, 2)).toEqual({ pages: [page(3, "c")], total: 3 });
      expect(await find(4, 2)).toEqual({ pages: [], total: 3 });
    });

    test("of a document that has not been read are empty", async () => {
      const { documentTexts, run } = await arrangeRun(open);
      expect(await documentTexts.findPages(run.documentUuid, 1, 10)).toEqual({
        pages: [],
        total: 0,
      });
    });

    test("of a run that is over are not returned for classification", async () => {
      const { take, settle, documentTexts, run } = await arrangeRun(open);
      await take();
      await documentTexts.saveBatch(run, READING, [page(1, "a")]);
      await settle();
      expect(await documentTexts.findReading(run)).toBeNull();
      expect(await documentTexts.listPages(run)).toEqual([page(1, "a")]);
    });
  });
}
