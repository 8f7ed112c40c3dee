import { describe, expect, test } from "vitest";
import type { DocumentPage } from "@/lib/http/processing/cockpit-schemas";
import { findWords } from "./find-words";

const pageOf = (...lines: string[][]): DocumentPage => ({
  number: 1,
  part: null,
  lines: lines.map((line) =>
    line.map((cell) => cell.split(" ").map((text) => ({ text, bbox: null }))),
  ),
});

const PAGE = pageOf(["Invoice no.", "4711"], ["Net", "1,000.00"], ["Total due", "1,200.00 EUR"]);

describe("the words of a field in text without boxes", () => {
  test("are the cells of the line with both the label and the value", () => {
    expect([...findWords(PAGE, "Total  due | 1,200.00")]).toEqual(["2:0", "2:1"]);
  });

  test("are only the value if the label is elsewhere", () => {
    expect([...findWords(PAGE, "Amount | 1,000.00")]).toEqual(["1:1"]);
  });

  test.each(["", " | ", "9,999.00"])("are empty for %j", (text) => {
    expect(findWords(PAGE, text).size).toBe(0);
  });
});
