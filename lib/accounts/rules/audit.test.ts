import { describe, expect, test } from "vitest";
import { AUDIT_EXPORTS, type ExportedEntry } from "./audit";

const ENTRY: ExportedEntry = {
  sequence: 7n,
  at: new Date("2026-01-02T03:04:05.678Z"),
  actor: "administrator:1",
  actorName: "Ada",
  action: "asset-changed",
  subject: "asset:A",
  subjectName: null,
  address: "192.0.2.7",
  requestId: null,
  before: null,
  after: { name: 'Ha"us' },
};

describe("CSV", () => {
  const { head, line } = AUDIT_EXPORTS.csv;
  const subjectOf = (subject: string) => line({ ...ENTRY, subject });

  test("has one line per entry below the column names", () => {
    expect(head + line(ENTRY)).toBe(
      "sequence,at,actor,actorName,action,subject,subjectName,address,requestId,before,after\r\n" +
        '7,2026-01-02T03:04:05.678Z,administrator:1,Ada,asset-changed,asset:A,,192.0.2.7,,,"{""name"":""Ha\\""us""}"\r\n',
    );
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "  =1"])("turns the formula %j into text", (text) =>
    expect(subjectOf(text)).toContain(`,"'${text}",`),
  );

  test.each(["\t=1", "\r=1", "\n=1", "a;=1", "a,＝1"])(
    "turns the formula in %j into text, whichever separator splits the cells",
    (text) => {
      for (const cell of subjectOf(text).split(/[,;\t\r\n]/)) {
        expect(cell).not.toMatch(/^"?\s*[=＝]/);
      }
    },
  );

  test("keeps line breaks and quotes inside a field", () => {
    expect(subjectOf('a\r\n"b",c')).toContain(',"a\r\n""b"",c",');
  });
});

test("JSON lines contain every field, and a line break in a value does not end the line", () => {
  const text = AUDIT_EXPORTS.jsonl.line({ ...ENTRY, subject: "a\nb" });
  expect(text.indexOf("\n")).toBe(text.length - 1);
  expect(JSON.parse(text)).toEqual({
    ...ENTRY,
    sequence: 7,
    at: "2026-01-02T03:04:05.678Z",
    subject: "a\nb",
  });
});
