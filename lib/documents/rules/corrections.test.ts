import { describe, expect, test } from "vitest";
import type { Classification } from "./classification";
import { correctedItems, processedClassification, reviewedClassification } from "./corrections";

const found = (name: string, value: string, method = "label") => ({
  name,
  value,
  score: 0.6,
  page: 1,
  text: null,
  method,
});
const results = (...fields: Classification["fields"]): Classification => ({
  documentClass: "invoice",
  score: 0.7,
  language: "en",
  pages: 1,
  processor: "test/1",
  fields,
});

const REVIEWER = "api-key:1";
const review = (before: Classification | null, sent: Classification) =>
  reviewedClassification(before, sent, REVIEWER);

describe("results that a reviewer sends", () => {
  test("equal values keep the method that was sent; different and new ones were set by the reviewer", () => {
    const before = results(found("issuer", "A"), found("total", "1.00"));
    const sent = results(
      found("issuer", "A", "own"),
      found("total", "2.00", "own"),
      found("due", "x"),
    );
    expect(review(before, sent)).toEqual({
      ...sent,
      fields: [
        found("issuer", "A", "own"),
        {
          ...found("total", "2.00", "person"),
          setBy: REVIEWER,
          read: { value: "1.00", score: 0.6, page: 1, text: null, method: "label" },
        },
        { ...found("due", "x", "person"), setBy: REVIEWER, read: null },
      ],
    });
  });

  test("repeated fields may come in another order", () => {
    const before = results(found("issuer", "A"), found("issuer", "B"));
    const { fields } = review(before, results(found("issuer", "B"), found("issuer", "A")));
    expect(fields.every((field) => !("setBy" in field))).toBe(true);
  });

  test("everything was set by the reviewer if nothing had been read", () => {
    expect(review(null, results(found("issuer", "A")))).toMatchObject({
      documentClassSetBy: REVIEWER,
      documentClassRead: null,
      fields: [{ method: "person", setBy: REVIEWER, read: null }],
    });
  });

  test("a different class keeps the one that was read", () => {
    expect(review(results(), { ...results(), documentClass: "lease" })).toMatchObject({
      documentClassSetBy: REVIEWER,
      documentClassRead: { documentClass: "invoice", score: 0.7 },
    });
  });

  test("fields that are not in the document are kept unless they have a value", () => {
    const before = results(found("total", "1.00"));
    const sent = {
      ...results(found("issuer", "A")),
      absentFields: [{ name: "total" }, { name: "issuer" }],
    };
    expect(review(before, sent).absentFields).toMatchObject([
      { name: "total", setBy: REVIEWER, read: { value: "1.00" } },
    ]);
  });

  test("claims about who set a value are ignored", () => {
    const forged = { ...found("issuer", "A"), setBy: "reviewer:9", read: null };
    const sent = { ...results(forged), documentClassSetBy: "reviewer:9", documentClassRead: null };
    expect(review(results(found("issuer", "A")), sent)).toEqual(results(found("issuer", "A")));
    expect(processedClassification(sent)).toEqual(results(found("issuer", "A")));
  });

  test("claims about who set a value of an attachment are ignored", () => {
    const attachment = { ...results(found("issuer", "A")), name: "a.pdf" };
    const claimed = [{ ...found("issuer", "A"), setBy: "administrator:1", read: null }];
    const sent = { ...results(), attachments: [{ ...attachment, fields: claimed }] };
    expect(processedClassification(sent).attachments).toEqual([attachment]);
  });
});

describe("what a correction changed", () => {
  test("lists the class, changed, added, removed and absent fields, each once", () => {
    const before = results(found("issuer", "A"), found("total", "1.00"), found("due", "x"));
    const after = {
      ...results(found("issuer", "B"), found("note", "new")),
      documentClass: "lease",
      absentFields: [{ name: "due" }, { name: "iban" }],
    };
    expect(correctedItems(before, after)).toEqual([
      { name: null, from: "invoice", to: "lease", isAbsent: false },
      { name: "issuer", from: "A", to: "B", isAbsent: false },
      { name: "total", from: "1.00", to: null, isAbsent: false },
      { name: "due", from: "x", to: null, isAbsent: true },
      { name: "note", from: null, to: "new", isAbsent: false },
      { name: "iban", from: null, to: null, isAbsent: true },
    ]);
  });

  test.each([
    ["AB", "B", ["A "]],
    ["ABC", "AC", ["B "]],
    ["ABC", "ADC", ["BD"]],
    ["AB", "BC", ["AC"]],
    ["AAB", "AB", ["A "]],
    ["AB", "ABA", [" A"]],
    ["AB", "BA", []],
  ])("names the right ones of several values: %s to %s", (from, to, expected) => {
    const issuers = (values: string) =>
      results(...[...values].map((each) => found("issuer", each)));
    const changes = correctedItems(issuers(from), issuers(to));
    expect(changes.map((item) => `${item.from ?? " "}${item.to ?? " "}`)).toEqual(expected);
  });

  test("is empty for equal results", () => {
    const same = { ...results(found("issuer", "A")), absentFields: [{ name: "due" }] };
    expect(correctedItems(same, same)).toEqual([]);
  });
});
