import { describe, expect, test } from "vitest";
import type { PageText } from "../reading/page-text";
import { searchableText } from "./searchable-text";

const page = (number: number, words: readonly string[]): PageText => ({
  number,
  part: null,
  isAttachment: false,
  size: null,
  lines: [[words.map((text) => ({ text, bbox: null }))]],
});

describe("the searchable text of a document", () => {
  test("consists of its words in order, in lower case and in a single spelling", () => {
    expect(searchableText([page(1, ["Die", "GÖRLITZER"]), page(2, ["Ｆläche", "ﬁx"])])).toBe(
      "die görlitzer fläche fix",
    );
  });

  test.each([
    ["one word", ["a".repeat(1_000_000)]],
    ["many words", Array.from({ length: 300_000 }, () => "word")],
    ["signs that stand for eighteen letters", ["\ufdfa".repeat(260_000)]],
  ])("has a limited length for %s", (_, words) => {
    const length = searchableText([page(1, words)]).length;
    expect(length).toBeGreaterThan(256 * 1024 - 8);
    expect(length).toBeLessThanOrEqual(256 * 1024);
  });

  test.each([
    ["\u0301\uff9e".repeat(130_000)],
    [`a${"\u0301\u0316".repeat(130_000)}`],
    ["\uff9f".repeat(20)],
  ])("has at most eight combining marks in a row", (text) => {
    const found = searchableText([page(1, [text])]);
    expect(found.length).toBeGreaterThan(1);
    expect(/\p{M}{9}/u.test(found)).toBe(false);
  });
});
