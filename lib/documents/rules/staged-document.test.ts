import { describe, expect, test } from "vitest";
import {
  assetIdentifierProblem,
  CONTENT_TYPE_CHARACTERS_MAX,
  contentTypeOf,
  fileNameProblem,
  folderProblem,
  storedIdentifierProblem,
} from "./staged-document";

const longest = `text/${"x".repeat(CONTENT_TYPE_CHARACTERS_MAX - 5)}`;

describe("the content type of a document", () => {
  test.each([
    ["application/pdf", "application/pdf"],
    ["text/plain; charset=utf-8", "text/plain; charset=utf-8"],
    ["  image/png ", "image/png"],
    ["no media type at all", "no media type at all"],
    [longest, longest],
  ])("%s is kept", (claimed, result) => {
    expect(contentTypeOf(claimed)).toBe(result);
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

/** Makes invisible characters visible. */
const visible = (text: string) =>
  JSON.stringify(text.length > 30 ? `${text.slice(0, 12)}… (${[...text].length})` : text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const named = (texts: readonly string[]) => texts.map((text) => [visible(text), text] as const);
const characters = (...codes: number[]) => codes.map((code) => String.fromCodePoint(code));
const range = (from: number, to: number) =>
  characters(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const CONTROLS = [...range(0x00, 0x1f), "\x7f", ...range(0x80, 0x9f)];
const BIDI_CONTROLS = [
  ...characters(0x061c, 0x200e, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
];
const LONE_SURROGATES = ["\ud83d", "\ude00", "a\ud83d", "\ude00\ud83d"];

describe("file names that are accepted", () => {
  test.each(
    named([
      "report.pdf",
      "日本語.pdf",
      "O'Brien & Söhne (1).pdf",
      "a.b.c.docx",
      "a..b",
      " leading and trailing .pdf ",
      "a.x",
      'no type; "quoted" <b> %00 ?*|:.pdf',
      "👩‍👩‍👧.pdf",
      "\u200ba.\u200bp",
      "קובץ.pdf",
      "ملف.pdf",
      `${"a".repeat(251)}.pdf`,
      `${"😀".repeat(251)}.pdf`,
    ]),
  )("%s", (_visible, name) => {
    expect(fileNameProblem(name)).toBeNull();
  });
});

describe("file names that are rejected", () => {
  test.each(named([`${"a".repeat(252)}.pdf`, `${"😀".repeat(252)}.pdf`]))(
    "%s is too long",
    (_visible, name) => {
      expect(fileNameProblem(name)).toBe("must have at most 255 characters");
    },
  );

  test.each(named(["", "report", "日本語"]))("%s has no extension", (_visible, name) => {
    expect(fileNameProblem(name)).toMatch(/must have an extension/);
  });

  test.each(named([".", "..", "..pdf", ".pdf", ".htaccess.txt", "report.", "report.pdf."]))(
    "%s begins or ends with a dot",
    (_visible, name) => {
      expect(fileNameProblem(name)).toBe("must not begin or end with a dot");
    },
  );

  test.each(named(["a/b.pdf", "/a.pdf", "../a.pdf", "a\\b.pdf", "C:\\a.pdf"]))(
    "%s names a folder",
    (_visible, name) => {
      expect(fileNameProblem(name)).toMatch(/must not contain \/ or \\/);
    },
  );

  test.each(
    named([
      "\u200b.pdf",
      "\u3164.pdf",
      "\u115f.pdf",
      "\u2800.pdf",
      "\ufe0f.pdf",
      "\ufeff.pdf",
      "\u00ad.pdf",
      "\u{e0061}.pdf",
      " .pdf",
      "\u200b \ufe0f.pdf",
      "\u200b..pdf",
      " . .pdf",
      "report.\u200b",
      "report. ",
      "a.b.\u2800",
      "\u200b.\u200b",
    ]),
  )("%s has no visible character before or after its last dot", (_visible, name) => {
    expect(fileNameProblem(name)).toBe(
      "must have visible characters before and after its last dot",
    );
  });

  test.each(named(CONTROLS))("the control character %s", (_visible, control) => {
    expect(fileNameProblem(`a${control}b.pdf`)).toBe("must not contain control characters");
  });

  test.each(named(BIDI_CONTROLS))("the direction control %s", (_visible, control) => {
    expect(fileNameProblem(`a${control}fdp.exe`)).toMatch(/reading direction/);
  });

  test.each(named(LONE_SURROGATES))("the lone surrogate %s", (_visible, half) => {
    expect(fileNameProblem(`${half}.pdf`)).toBe("must be well-formed Unicode");
  });
});

describe("asset identifiers", () => {
  test.each(
    named([
      "BLD-0001",
      "x",
      ".",
      "a/b\\c",
      "Größe № 7",
      "日本語",
      "a".repeat(255),
      "😀".repeat(255),
      "a\u202eb",
    ]),
  )("%s is accepted", (_visible, identifier) => {
    expect(assetIdentifierProblem(identifier)).toBeNull();
  });

  test.each(named([" ", "\u200b", "\u3164\u115f", "\u2800", "\ufeff \u00ad", "\u{e0061}"]))(
    "%s is invisible, and accepted only for stored identifiers",
    (_visible, identifier) => {
      expect(assetIdentifierProblem(identifier)).toBe("must have a visible character");
      expect(storedIdentifierProblem(identifier)).toBeNull();
    },
  );

  test("an empty identifier is rejected", () => {
    expect(assetIdentifierProblem("")).toBe("must not be empty");
  });

  test.each(named(["a".repeat(256), "😀".repeat(256)]))(
    "%s is too long",
    (_visible, identifier) => {
      expect(assetIdentifierProblem(identifier)).toBe("must have at most 255 characters");
    },
  );

  test.each(named(CONTROLS))("the control character %s is rejected", (_visible, control) => {
    expect(assetIdentifierProblem(`a${control}b`)).toBe("must not contain control characters");
  });

  test.each(named(LONE_SURROGATES))("the lone surrogate %s is rejected", (_visible, half) => {
    expect(assetIdentifierProblem(half)).toBe("must be well-formed Unicode");
  });
});

describe("the folder of a dropped file", () => {
  test.each([
    "leases",
    "leases/2026/März",
    "日本語/😀",
    " . ../..",
    "a\\b",
    "<script>",
    "x".repeat(1000),
    "😀".repeat(1000),
  ])("%j is accepted", (folder) => {
    expect(folderProblem(folder)).toBeNull();
  });

  test.each([
    ["", "must not be empty: leave it null"],
    ["x".repeat(1001), "must have at most 1000 characters"],
    ["😀".repeat(1001), "must have at most 1000 characters"],
    ["a\nb", "must not contain control characters"],
    ["a\u0000b", "must not contain control characters"],
    ["a\u0085b", "must not contain control characters"],
    ["a\ud800b", "must be well-formed Unicode"],
    ["leases\u202efdp", "must not contain characters that change the reading direction"],
  ])("%j is rejected", (folder, problem) => {
    expect(folderProblem(folder)).toBe(problem);
  });
});
