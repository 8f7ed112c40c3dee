import { expect, test } from "vitest";
import { formatValue, languageName } from "./format-value";

test.each([
  ["date", "2026-03-12", null, "12 March 2026"],
  ["date", "2026-02-31", null, "2026-02-31"],
  ["date", "soon", null, "soon"],
  ["amount", "1800.00", "EUR", "1,800.00 EUR"],
  ["amount", "-12345678901234567890.10", null, "-12,345,678,901,234,567,890.10"],
  ["amount", "999", null, "999"],
  ["amount", "about 5", "EUR", "about 5 EUR"],
  ["decimal", "1234.5", "EUR", "1,234.5"],
  ["iban", "DE02120300000000202051", null, "DE02 1203 0000 0000 2020 51"],
  ["party", "Harbour Electrical Ltd", null, "Harbour Electrical Ltd"],
] as const)("the %s %s with the currency %s is shown as %s", (type, value, currency, shown) => {
  expect(formatValue({ type, value }, currency)).toBe(shown);
});

test.each([
  ["de", "German"],
  ["en", "English"],
  ["not a tag", "not a tag"],
])("the language tag %s is shown as %s", (tag, name) => {
  expect(languageName(tag)).toBe(name);
});
