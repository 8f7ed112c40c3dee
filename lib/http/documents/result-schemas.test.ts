import { describe, expect, test } from "vitest";
import { classification, reportedFailure } from "./result-schemas";

const FIELD = { name: "rent", value: "1.200 €", score: 1, page: 1, text: "Miete: 1.200 €\n" };
const WHOLE = {
  documentClass: "lease",
  score: 0.5,
  language: "de-CH",
  pages: 12,
  fields: [FIELD],
  processor: "classifier/1.0",
};

const wrong = (fields: object) =>
  classification.safeParse({ ...WHOLE, ...fields }).error?.issues.map(({ path }) => path.join("/"));

describe("classification", () => {
  test("is returned unchanged", () => {
    expect(classification.parse(WHOLE)).toEqual(WHOLE);
  });

  test("may omit nullable properties", () => {
    const { language: _, pages: __, ...rest } = WHOLE;
    const field = { name: "rent", value: "", score: 0 };
    expect(classification.parse({ ...rest, fields: [field] })).toEqual({
      ...rest,
      language: null,
      pages: null,
      fields: [{ ...field, page: null, text: null }],
    });
  });

  test.each([
    ["score", -0.001],
    ["score", 1.001],
    ["score", "1"],
    ["documentClass", ""],
    ["documentClass", "x".repeat(101)],
    ["documentClass", "a\u0000"],
    ["documentClass", "a\ud800"],
    ["language", "German!"],
    ["pages", 0],
    ["pages", 1.5],
    ["fields", null],
    ["fields", Array(201).fill(FIELD)],
    ["processor", undefined],
    ["processor", ""],
  ])("is rejected with an error at its %s if that is %j", (property, value) => {
    expect(wrong({ [property]: value })).toEqual([property]);
  });

  test.each([
    ["name", ""],
    ["value", 7],
    ["value", "x".repeat(4001)],
    ["score", 2],
    ["page", 0],
    ["text", "\u0007"],
  ])("is rejected with an error at a field's %s if that is %j", (property, value) => {
    expect(wrong({ fields: [FIELD, { ...FIELD, [property]: value }] })).toEqual([
      `fields/1/${property}`,
    ]);
  });

  test("is rejected if it or one of its fields has unknown properties", () => {
    expect(wrong({ extra: 1 })).toHaveLength(1);
    expect(wrong({ fields: [{ ...FIELD, extra: 1 }] })).toHaveLength(1);
  });

  test("may have the results of up to 50 attachments, with the rules of a document", () => {
    const { processor: _, ...results } = WHOLE;
    const found = { ...results, name: "forwarded.eml: invoice.pdf" };
    const attached = (fields: object) => wrong({ attachments: [{ ...found, ...fields }] });

    expect(classification.parse({ ...WHOLE, attachments: [found] }).attachments).toEqual([found]);
    expect(attached({ name: "" })).toEqual(["attachments/0/name"]);
    expect(attached({ fields: [{ ...FIELD, score: 2 }] })).toEqual([
      "attachments/0/fields/0/score",
    ]);
    expect(attached({ attachments: [] })).toHaveLength(1);
    expect(wrong({ attachments: Array(51).fill(found) })).toEqual(["attachments"]);
  });

  test("is accepted if it is as large as its limits allow", () => {
    const field = { ...FIELD, value: "😀".repeat(4000) };
    expect(wrong({ fields: Array(200).fill(FIELD), documentClass: "😀".repeat(100) })).toBe(
      undefined,
    );
    expect(wrong({ fields: [field] })).toBe(undefined);
  });
});

describe("failure", () => {
  test.each(["processing-failed", "e1", "x".repeat(64)])("is accepted with the code %s", (code) => {
    expect(reportedFailure.safeParse({ code, message: "Why." }).success).toBe(true);
  });

  test.each(["", "Not kebab", "a--b", "-a", "x".repeat(65), 7])(
    "is rejected with the code %j",
    (code) => {
      expect(reportedFailure.safeParse({ code, message: "Why." }).success).toBe(false);
    },
  );

  test.each(["", "x".repeat(1001), "\u0000", null])(
    "is rejected with the message %j",
    (message) => {
      expect(reportedFailure.safeParse({ code: "a", message }).success).toBe(false);
    },
  );
});
