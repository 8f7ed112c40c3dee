import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Excerpt, Marked, nameParts, searchedParts } from "./marked-text";

const draw = (parts: Parameters<typeof Marked>[0]["parts"]) =>
  renderToStaticMarkup(<Marked parts={parts} />).replaceAll(/<mark[^>]*>/g, "<mark>");

const excerpt = (match: Parameters<typeof Excerpt>[0]["match"]) =>
  renderToStaticMarkup(<Excerpt name="Lease 2026.pdf" match={match} />).replaceAll(/<[^>]*>/g, "");

const IN_NAME = [
  { text: "Lease", isMatch: true },
  { text: " 2026.pdf", isMatch: false },
];

describe("why a document was found", () => {
  test("is marked in its name, without an excerpt below it", () => {
    const match = { in: "name", parts: IN_NAME } as const;
    expect(draw(nameParts("Lease 2026.pdf", { ...match, parts: [...IN_NAME] }))).toBe(
      "<mark>Lease</mark> 2026.pdf",
    );
    expect(excerpt({ ...match, parts: [...IN_NAME] })).toBe("");
  });

  test("is an excerpt if the server shortened the name", () => {
    const parts = [
      { text: "…", isMatch: false },
      { text: "2026", isMatch: true },
    ];
    expect(draw(nameParts("Lease 2026.pdf", { in: "name", parts }))).toBe("Lease 2026.pdf");
    expect(excerpt({ in: "name", parts })).toBe("Name: …2026");
  });

  test("is an excerpt if it was found elsewhere, or a note if it was found beyond what was read", () => {
    expect(excerpt({ in: "values", parts: [{ text: "1,200.00", isMatch: true }] })).toBe(
      "Values: 1,200.00",
    );
    expect(excerpt({ in: "text", parts: [] })).toBe("Text: further on in the document");
    expect(excerpt(null)).toBe("");
  });

  test("never turns the text of a document into markup", () => {
    expect(draw([{ text: "<script>", isMatch: true }])).toBe("<mark>&lt;script&gt;</mark>");
  });
});

describe("the words of a search", () => {
  test("are marked wherever they appear, in any case", () => {
    expect(draw(searchedParts("North wing, north side", "NORTH side"))).toBe(
      "<mark>North</mark> wing, <mark>north</mark> <mark>side</mark>",
    );
  });

  test("may contain characters that have a meaning in patterns", () => {
    expect(draw(searchedParts("Plan (2)*.pdf", "(2)*"))).toBe("Plan <mark>(2)*</mark>.pdf");
    expect(draw(searchedParts("Plan", " "))).toBe("Plan");
  });
});
