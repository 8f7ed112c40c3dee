import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { bundledProcessor } from "@/testing/bundled-processor";
import { prepareReader } from "./testing/prepare-reader.fixture";
import { linesOf } from "./testing/read-bytes.fixture";

const { judge, outcomeOf } = prepareReader(bundledProcessor);

/**
 * Files made by other programs, taken from npm packages. Each has a line that it contains or the reason why it cannot be
 * read.
 */
const FILES = [
  ["pdf-parse/test/data/01-valid.pdf", "Trace-based Just-in-Time Type Specialization for Dynamic"],
  ["pdf-parse/test/data/02-valid.pdf", "Solar Energy Materials & Solar Cells"],
  ["pdf-parse/test/data/03-invalid.pdf", "corrupt"],
  ["pdf-parse/test/data/04-valid.pdf", "2009; 39 (3): 361-365"],
  ["pdf-parse/test/data/05-versions-space.pdf", "v.0.01"],
  ["mammoth/test/test-data/single-paragraph.docx", "Walking on imported air"],
  ["mammoth/test/test-data/tables.docx", "Top left | Top right"],
  ["mammoth/test/test-data/text-box.docx", "Datum plane"],
  ["mammoth/test/test-data/footnotes.docx", "A tachyon walks into a bar."],
  ["mammoth/test/test-data/endnotes.docx", "Fin."],
  ["mammoth/test/test-data/strict-format.docx", "Test"],
  ["mammoth/test/test-data/utf8-bom.docx", "This XML has a byte order mark."],
  ["mammoth/test/test-data/empty.docx", "no-text"],
  ["mammoth/test/test-data/tiny-picture.docx", "no-text"],
] as const;

describe("files made by other programs", () => {
  test.each(FILES)("%s: %s", async (path, expected) => {
    const file = await readFile(new URL(`../../../node_modules/${path}`, import.meta.url));
    const outcome = await outcomeOf(file);
    const found = outcome.kind === "failure" ? [outcome.code] : outcome.pages.flatMap(linesOf);
    expect(found).toContain(expected);
  });
});

describe("the classifying program", () => {
  test("receives text and returns a class", async () => {
    const judgement = await judge({
      format: "text",
      pageCount: 1,
      pages: [],
      stated: null,
      findings: [{ code: "contains-macros", parameters: {} }],
      classes: [],
      knownParties: [],
    });
    expect(judgement).toMatchObject({
      documentClass: "unknown",
      findings: [{ code: "contains-macros" }],
    });
  });
});
