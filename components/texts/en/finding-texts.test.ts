import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { failureText as apiFailureText } from "@/lib/processing/rules/formats/failure-texts";
import { FINDING_CODES } from "@/lib/processing/rules/reading/reading";
import { failureText } from "./failure-texts";
import { findingText } from "./finding-texts";

const PARAMETERS = {
  field: "invoiceNumber",
  fieldLabel: "Invoice number",
  from: 3,
  to: 4,
  count: 2,
  read: 200_000,
  format: "image/tiff",
  reason: "corrupt",
};

/** Every failure code in `lib/processing/rules/reading/reading.ts`. */
const FAILURE_CODES = [
  "format-not-read",
  "no-text",
  "encrypted",
  "corrupt",
  "file-empty",
  "too-large-to-read",
  "limit-exceeded",
  "processing-failed",
] as const satisfies readonly Parameters<typeof apiFailureText>[0]["code"][];

describe("findings", () => {
  test.each(FINDING_CODES)("%s says what was found and what to do", (code) => {
    const { title, todo } = findingText({ code, parameters: PARAMETERS });
    expect(title).toMatch(/^[A-Z0-9].*[^.]$/);
    expect(todo).toMatch(/^[A-Z].*\.$/);
    expect(`${title} ${todo}`).not.toMatch(/undefined|NaN|Finding:/);
    // Readers see this too, and cannot do any of it.
    expect(todo).not.toMatch(/\b(decide|approve|delete|upload)\b/i);
  });

  test("are exactly the ones listed in the documentation", () => {
    const [, table = ""] = readFileSync("docs/processing.md", "utf8").split(
      "| Finding | Meaning |",
    );
    const [rows = ""] = table.split("\n\n");
    const listed = [...rows.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code),
    );
    expect(listed.toSorted()).toEqual([...FINDING_CODES].toSorted());
  });

  test("show the field's label instead of its name", () => {
    const finding = { code: "required-field-missing", parameters: PARAMETERS };
    expect(findingText(finding).title).toBe("Invoice number was not found");
  });

  test("are shown as their code if they come from a different program", () => {
    expect(findingText({ code: "signature-broken", parameters: {} }).title).toBe(
      "Finding: signature broken",
    );
  });
});

describe("failures", () => {
  const uploads = ["cancelled", "upload-expired", "upload-reported-failed", "file-too-large"];
  test.each([...FAILURE_CODES, ...uploads])("%s says what happened and what to do", (code) => {
    const { title, todo } = failureText(code);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(todo).toMatch(/^[A-Z].*\.$/);
    expect(title).not.toContain("Another system");
  });

  test("show their own sentence if they come from a different program", () => {
    expect(failureText("unreadable-pages").hasDetail).toBe(true);
  });
});
