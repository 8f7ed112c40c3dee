import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CURRENT_PAGES, tableOf } from "./documents.fixture";

const PAGE_TEXTS = "components/texts/en";

const terms = tableOf("docs/glossary.md", "Term", "Meaning").rows.flatMap(([term = ""]) =>
  term.replaceAll("**", "").split(", "),
);

/** The text that people read: pages, the API's description, and the documentation. */
const texts = [
  ...readdirSync(PAGE_TEXTS)
    .filter((file) => !file.includes(".test."))
    .map((file) => readFileSync(join(PAGE_TEXTS, file), "utf8")),
  readFileSync("docs/openapi.json", "utf8"),
  ...CURRENT_PAGES.filter(({ file }) => file !== "docs/glossary.md").map(({ text }) => text),
]
  .join("\n")
  .toLowerCase();

test("every term of the glossary is used and listed once, in alphabetical order", () => {
  expect(terms.filter((term) => !texts.includes(term.toLowerCase()))).toEqual([]);
  expect(new Set(terms).size).toBe(terms.length);
  const firsts = tableOf("docs/glossary.md", "Term").rows.map(([term = ""]) => term.toLowerCase());
  expect(firsts).toEqual(firsts.toSorted((a, b) => a.localeCompare(b, "en")));
});
