import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failureText } from "@/lib/processing/rules/formats/failure-texts";
import type { FieldDefinition } from "@/lib/processing/rules/judging/judgement";
import { SHIPPED_CLASSES } from "@/lib/processing/rules/judging/shipped-classes";
import { LIMITS } from "@/lib/processing/rules/limits";

const page = readFileSync("docs/processing.md", "utf8");
const MIB = 1024 * 1024;

/** Returns the rows of the table under a heading, each as a list of cells. */
function rowsBelow(heading: string): string[][] {
  const [, section = ""] = page.split(`\n${heading}\n`);
  const [before = ""] = section.split(/\n#/);
  return [...before.matchAll(/^\| (.*) \|$/gm)].slice(1).map(([, row = ""]) => row.split(" | "));
}

test("docs/processing.md lists exactly the shipped classes, with their fields", () => {
  const names = (fields: readonly FieldDefinition[]) =>
    fields.map(({ name }) => `\`${name}\``).join(", ") || "–";
  const rows = SHIPPED_CLASSES.map(({ id, labels, fields }) => [
    `\`${id}\``,
    labels.en,
    labels.de,
    names(fields.filter(({ isRequired }) => isRequired)),
    names(fields.filter(({ isRequired }) => !isRequired)),
  ]);
  expect(rowsBelow("## Classes and fields")).toEqual(rows);
});

test("the limits in docs/processing.md match the table in the code", () => {
  const read = rowsBelow("### Limits").map(([name = "", value = ""]) => {
    const [number = "", unit] = value.split(" ");
    return [name.replaceAll("`", ""), Number(number) * (unit === "MiB" ? MIB : 1)];
  });
  expect(Object.fromEntries(read)).toEqual(LIMITS);
});

test("the failures in docs/processing.md match the product's messages", () => {
  const texts = [
    ["format-not-read", { format: "image/tiff" }] as const,
    ["no-text", {}] as const,
    ["encrypted", {}] as const,
    ["corrupt", { format: "application/pdf" }] as const,
    ["file-empty", {}] as const,
    ["too-large-to-read", { fileMegabytes: 315 }] as const,
    ["limit-exceeded", { limit: "xml-depth" }] as const,
    ["processing-failed", {}] as const,
  ].map(([code, parameters]) => [`\`${code}\``, failureText({ code, parameters })]);
  expect(rowsBelow("### Failures")).toEqual(texts);
});

const sources = ["processor", "lib/processing/rules", "lib/documents/rules"].flatMap((directory) =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(directory, file), "utf8")),
);

test("every finding and method named in docs/processing.md is in the code, and vice versa", () => {
  const all = sources.join("\n");
  const found = (pattern: RegExp) => [
    ...new Set([...all.matchAll(pattern)].map(([, code]) => code)),
  ];
  const [, methods = ""] = page.split(/Methods:\s/);
  const [listed = ""] = methods.split("\n-");
  expect([...listed.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code).sort()).toEqual(
    found(/method: "([a-z-]+)"/g).sort(),
  );
  const findings = rowsBelow("## How certain the results are").flatMap(([codes = ""]) =>
    [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code = ""]) => code),
  );
  expect(findings.filter((code) => !all.includes(`"${code}"`))).toEqual([]);
  expect(
    found(/(?:findings\.add\(|addRanges\(findings, )"([a-z-]+)"/g).filter(
      (code) => !findings.includes(`${code}`),
    ),
  ).toEqual([]);
});

test("the program in docs/processing.md is quoted exactly", () => {
  const program = readFileSync("docs/processing/external.sh", "utf8");
  expect(page).toContain(`\`\`\`sh\n${program}\`\`\`\n`);
});
