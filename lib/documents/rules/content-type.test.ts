import { describe, expect, test } from "vitest";
import { CONTENT_TYPE_CHARACTERS_MAX, contentTypeOf } from "./content-type";

const longest = `text/${"x".repeat(CONTENT_TYPE_CHARACTERS_MAX - 5)}`;

describe("the content type of a document", () => {
  test.each([
    ["application/pdf", "application/pdf"],
    ["text/plain; charset=utf-8", "text/plain; charset=utf-8"],
    ["  image/png ", "image/png"],
    ["no media type at all", "no media type at all"],
    [longest, longest],
  ])("%s is kept", (claimed, kept) => {
    expect(contentTypeOf(claimed)).toBe(kept);
  });

  test.each([
    ["none", null],
    ["an empty one", ""],
    ["one of blanks only", "   "],
    ["one of 256 characters", `${longest}x`],
    ["one with a line break", "text/html\r\nset-cookie: a=b"],
    ["one that is not ASCII", "text/ä"],
  ])("%s counts as unknown", (_name, claimed) => {
    expect(contentTypeOf(claimed)).toBe("application/octet-stream");
  });
});
