import { describe, expect, test } from "vitest";
import type { DocumentPage } from "@/lib/http/processing/cockpit-schemas";
import { charactersUpTo, cutPages, lengthOfPage } from "./cut-pages";

const pageOf = (number: number, ...lines: string[][]): DocumentPage => ({
  number,
  part: null,
  lines: lines.map((line) =>
    line.map((cell) => cell.split(" ").map((text) => ({ text, bbox: null }))),
  ),
});
const textOf = (pages: readonly DocumentPage[]) =>
  pages.map(({ lines }) =>
    lines.map((line) => line.map((words) => words.map(({ text }) => text).join(" "))),
  );
const LONG = pageOf(1, ["word ".repeat(300_000).trim()]);

describe("the text that is laid out", () => {
  test("is all of it if it is short, in the same pages", () => {
    const pages = [pageOf(1, ["a b"]), pageOf(2, ["c"])];
    expect(cutPages(pages, 6)).toEqual(pages);
    expect(cutPages(pages, 6)[0]).toBe(pages[0]);
  });

  test("has at most the given number of characters, even if they are all in one line", () => {
    expect(lengthOfPage(LONG)).toBe(1_500_000);
    const shown = cutPages([LONG, pageOf(2, ["more"])], 200_000);
    expect(shown).toHaveLength(1);
    expect(shown.map(lengthOfPage)).toEqual([200_000]);
  });

  test("ends within a page, a line or a cell, and is continuous", () => {
    const pages = [pageOf(1, ["ab cd", "ef"], ["gh"]), pageOf(2, ["ij"])];
    expect(textOf(cutPages(pages, 3))).toEqual([[["ab"]]]);
    expect(textOf(cutPages(pages, 5))).toEqual([[["ab"]]]);
    expect(textOf(cutPages(pages, 9))).toEqual([[["ab cd", "ef"]]]);
    expect(textOf(cutPages(pages, 12))).toEqual([[["ab cd", "ef"], ["gh"]]]);
    expect(textOf(cutPages(pages, 15))).toEqual(textOf(pages));
  });
});

describe("a highlight behind the text that is laid out", () => {
  const pages = [LONG, pageOf(2, ["Net", "1.00"], ["Total", "2.00"])];

  test("is shown with all text before it", () => {
    const reach = charactersUpTo(pages, { page: 2, text: "Total | 2.00" });
    expect(reach).toBe(1_500_000 + 9 + 6);
    expect(textOf(cutPages(pages, reach))[1]).toEqual([["Net", "1.00"], ["Total"]]);
  });

  test.each([{ page: 2, text: "3.00" }, { page: 3, text: "2.00" }, undefined])(
    "shows nothing more if its words are not there: %j",
    (highlight) => {
      expect(charactersUpTo(pages, highlight)).toBe(0);
    },
  );
});
