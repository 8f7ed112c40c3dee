import { describe, expect, test } from "vitest";
import { previewKind } from "./preview-kind";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const reasonOf = (text: string) => {
  try {
    return previewKind(bytes(text));
  } catch (error) {
    return error;
  }
};

describe("how a file is shown", () => {
  test.each([
    ["%PDF-1.7 …", { kind: "pdf" }],
    ["\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR", { kind: "image", mediaType: "image/png" }],
    ["GIF89a\u0001\u0000", { kind: "image", mediaType: "image/gif" }],
    ["Dear tenant,\nthe roof is new.\n", { kind: "text", isTable: false }],
    ["Item;Net\nPump;10\nLift;20\n", { kind: "text", isTable: true }],
    ["<!doctype html><p>x", { kind: "text", isTable: false }],
  ])("%j", (head, kind) => {
    expect(reasonOf(head)).toEqual(kind);
  });

  test.each([
    ["<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "image/svg+xml"],
    ["II*\u0000\u0008\u0000\u0000\u0000", "image/tiff"],
    ["PK\u0003\u0004 and no known entry", "application/zip"],
  ])("a file that begins with %j is not shown, but its format is named", (head, format) => {
    expect(reasonOf(head)).toMatchObject({ reason: "format", format });
  });
});
