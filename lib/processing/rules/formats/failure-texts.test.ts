import { describe, expect, test } from "vitest";
import { failureText, withoutAdvice } from "./failure-texts";

describe("the sentences of a failure", () => {
  test.each([
    [
      "format-not-read",
      { format: "image/tiff" },
      "This is an image (TIFF), which cannot be read automatically. Review the document by hand.",
    ],
    [
      "format-not-read",
      { format: "x/y" },
      "This is a file of type x/y, which cannot be read automatically. Review the document by hand.",
    ],
    [
      "no-text",
      { pages: 3 },
      "The document contains no text. It is probably a scan or a picture. Review it by hand, or upload a version with text.",
    ],
    [
      "encrypted",
      {},
      "The file is protected by a password. Remove the password and upload the file again.",
    ],
    ["corrupt", {}, "The file is damaged and cannot be opened. Upload it again."],
    [
      "corrupt",
      { format: "application/pdf" },
      "This looks like a PDF, but it is damaged and cannot be opened. Upload it again.",
    ],
    ["file-empty", {}, "The file is empty (0 bytes). Upload it again."],
    [
      "too-large-to-read",
      { fileMegabytes: 300 },
      "The file is too large to read (300 MB). The limit is 209 MB. Review the document by hand.",
    ],
    [
      "too-large-to-read",
      { megabytes: 1600 },
      "The file is too large to read: it took 1600 MB of memory. Review the document by hand.",
    ],
    [
      "limit-exceeded",
      { seconds: 30 },
      "Reading the file took too long and was stopped after 30 seconds. Review the document by hand.",
    ],
    [
      "limit-exceeded",
      { limit: "archive-ratio" },
      "The file exceeds a safety limit (compression ratio of an archive). Review the document by hand.",
    ],
    [
      "processing-failed",
      {},
      "The document could not be processed because of an internal error. Process it again, or review it by hand.",
    ],
  ] as const)("%s %j", (code, parameters, text) => {
    expect(failureText({ code, parameters })).toBe(text);
    const facts = withoutAdvice(text);
    expect(facts).toMatch(/\.$/);
    expect(facts).not.toMatch(/upload|review|process it|remove/i);
    expect(text.startsWith(facts)).toBe(true);
  });

  test("stay whole without their advice if another program wrote them", () => {
    expect(withoutAdvice("Page 3 is upside down.")).toBe("Page 3 is upside down.");
  });
});
