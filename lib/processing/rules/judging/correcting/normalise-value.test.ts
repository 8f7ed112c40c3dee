import { describe, expect, test } from "vitest";
import { normaliseValue, valueInWords } from "./normalise-value";

describe("a value is stored in the format of its field", () => {
  test.each([
    ["date", "30.11.2026", "2026-11-30"],
    ["date", "2026-11-30", "2026-11-30"],
    ["date", " 30 November 2026 ", "2026-11-30"],
    ["date", "03/04/2026", "2026-04-03"],
    ["amount", "1.234,50 €", "1234.50"],
    ["amount", "GBP 1,800.00", "1800.00"],
    ["amount", "1234.5", "1234.5"],
    ["amount", "-12,00", "-12.00"],
    ["decimal", "12,5", "12.5"],
    ["decimal", "-3", "-3"],
    ["currency", "eur", "EUR"],
    ["currency", "€", "EUR"],
    ["currency", "SEK", "SEK"],
    ["identifier", "  RE-2026 /\n 17 ", "RE-2026 / 17"],
    ["party", "Harbour\u00a0Ltd", "Harbour Ltd"],
    ["text", "1,234", "1,234"],
  ] as const)("%s: %j becomes %s", (type, written, value) => {
    expect(normaliseValue(type, written)).toEqual({ value, check: null });
  });

  test.each([
    ["iban", "de02 1203 0000 0000 2020 51", "DE02120300000000202051"],
    ["vat-id", "DE 136 695 976", "DE136695976"],
  ] as const)("%s: the check of %j passes", (type, written, value) => {
    expect(normaliseValue(type, written)).toEqual({ value, check: "passed" });
  });
});

describe("a value that its field cannot have is rejected with what to write instead", () => {
  test.each([
    ["date", "31.02.2026", /must be a date, such as 30\.11\.2026/],
    ["date", "due on 30.11.2026", /must be a date/],
    ["amount", "about 5", /must be an amount, such as 1234\.50/],
    ["decimal", "twelve", /must be a number/],
    ["currency", "Taler", /three letters/],
    ["iban", "DE03120300000000202051", /check digits are wrong/],
    ["vat-id", "DE136695977", /check digit is wrong/],
    ["vat-id", "136695976", /country code/],
    ["text", " \n", /must not be empty/],
    ["text", "a\u0000b", /control characters/],
    ["party", "x".repeat(4001), /at most 4000/],
  ] as const)("%s: %j", (type, written, problem) => {
    expect(normaliseValue(type, written)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe("words that a person pointed at", () => {
  test.each([
    ["amount", "Total due GBP 1,800.00", "1800.00"],
    ["date", "Invoice date\n12 March 2026", "2026-03-12"],
    ["iban", "IBAN: DE02 1203 0000 0000 2020 51", "DE02120300000000202051"],
    ["party", "Harbour\nElectrical Ltd", "Harbour Electrical Ltd"],
  ] as const)("%s: %j contains %s", (type, words, value) => {
    expect(valueInWords(type, words)).toMatchObject({ value });
  });

  test("without a value of the field are rejected", () => {
    expect(valueInWords("amount", "Total due")).toEqual({
      problem: expect.stringMatching(/must be an amount/),
    });
  });
});
