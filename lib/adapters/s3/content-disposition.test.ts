import { describe, expect, test } from "vitest";
import { attachmentDisposition } from "./content-disposition";

describe("a Content-Disposition that saves a file instead of showing it", () => {
  test.each([
    ["report.pdf", `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['a"b.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a%22b.pdf`],
    ["a%20b.pdf", `attachment; filename="a_20b.pdf"; filename*=UTF-8''a%2520b.pdf`],
    [
      "Söhne's (1)*.pdf",
      `attachment; filename="S_hne's (1)*.pdf"; filename*=UTF-8''S%C3%B6hne%27s%20%281%29%2A.pdf`,
    ],
    [
      "日本語.pdf",
      `attachment; filename="___.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%E8%AA%9E.pdf`,
    ],
    ["😀.pdf", `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%98%80.pdf`],
  ])("%s", (fileName, expected) => {
    expect(attachmentDisposition(fileName)).toBe(expected);
  });

  test("never contains a line break or a character that is not printable ASCII, whatever the file name", () => {
    const everyCodeUnit = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code));
    expect(attachmentDisposition(everyCodeUnit.join(""))).toMatch(/^[\x20-\x7e]+$/);
  });
});
