import { expect, test } from "vitest";
import { findAmounts, findCurrencies, toDecimal } from "./find-amounts";

const FORMS = [
  ["1.234,50 €", "1234.50", "EUR"],
  ["€ 1.234,50", "1234.50", "EUR"],
  ["EUR 1,234.50", "1234.50", "EUR"],
  ["£1,250,000", "1250000", "GBP"],
  ["$ 99.95", "99.95", "USD"],
  ["1'234.50 CHF", "1234.50", "CHF"],
  ["1 234,50 Euro", "1234.50", "EUR"],
  ["850,- €", "850", "EUR"],
  ["450.000 EUR", "450000", "EUR"],
  ["-12,30 €", "-12.30", "EUR"],
  ["12,30- EUR", "-12.30", "EUR"],
  ["(35.13) USD", "-35.13", "USD"],
  ["17,05", "17.05", null],
] as const;

test.each(FORMS)("“%s” is %s %s", (text, value, currency) => {
  expect(findAmounts(text)).toMatchObject([{ value, currency }]);
});

test.each(["19 %", "12 Stück", "03.04.2024", "2024", "1:100", "0,19%", "RE-12,50a"])(
  "“%s” is not an amount",
  (text) => {
    expect(findAmounts(text)).toEqual([]);
  },
);

test("a whole number without a currency is an amount only next to a label", () => {
  expect(findAmounts("Miete 850")).toEqual([]);
  expect(findAmounts("Miete 850", true)).toMatchObject([{ value: "850" }]);
});

test.each([
  ["1.234", "1234"],
  ["1,234", "1234"],
  ["1.5", "1.5"],
  ["1,50", "1.50"],
  ["1.234.567,8", "1234567.8"],
  ["0,05", "0.05"],
])("%s is read as %s", (written, decimal) => {
  expect(toDecimal(written)).toBe(decimal);
});

test("the currency named most often comes first", () => {
  expect(findCurrencies("12 € und 3 EUR, bisher 2 USD")).toEqual(["EUR", "USD"]);
});
