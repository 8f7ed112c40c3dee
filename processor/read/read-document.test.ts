import { describe, expect, test } from "vitest";
import type { BatchEnd } from "@/lib/processing/rules/program-protocol";
import type { PageText } from "@/lib/processing/rules/reading/page-text";
import { readDocument } from "./read-document";

/** Reads a file batch by batch, as processing runs do. */
async function readBatches(file: string) {
  const bytes = new TextEncoder().encode(file);
  const pages: PageText[] = [];
  const ends: BatchEnd[] = [];
  let textBytesRead = 0;
  for (let firstPage: number | null = 1; firstPage !== null; ) {
    const end: BatchEnd = await readDocument({ bytes, firstPage, textBytesRead }, (page) => {
      pages.push(page);
    });
    ends.push(end);
    textBytesRead = pages
      .flatMap(({ lines }) => lines.flat(2))
      .reduce((sum, { text }) => sum + text.length + 1, 0);
    firstPage = end.kind === "pages" ? end.nextPage : null;
  }
  return { pages, ends, textBytesRead };
}

const textOf = (pageCount: number, wordsOfPage: number) =>
  Array.from({ length: pageCount }, (_, page) =>
    `page${page} ${"abcdefghi ".repeat(wordsOfPage)}`.trim(),
  ).join("\f");

describe("a long text in a format without pages", () => {
  test("is read to the end in three batches if it is within the text limit", async () => {
    const { pages, ends, textBytesRead } = await readBatches(textOf(300, 314));

    expect(ends).toHaveLength(3);
    expect(ends.flatMap(({ findings }) => findings)).toEqual([]);
    expect(pages.filter(({ lines }) => lines.length === 0)).toEqual([]);
    expect(textBytesRead).toBeGreaterThan(940_000);
  });

  test("beyond the text limit loses only what is beyond it, and gets a single finding", async () => {
    const { ends, textBytesRead } = await readBatches(textOf(300, 400));

    expect(ends.flatMap(({ findings }) => findings)).toEqual([
      { code: "text-not-read", parameters: { bytes: 1024 * 1024 } },
    ]);
    expect(textBytesRead).toBeGreaterThan(1024 * 1024 - 20);
  });
});
