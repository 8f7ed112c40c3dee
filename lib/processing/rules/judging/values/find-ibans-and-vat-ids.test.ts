import { describe, expect, test } from "vitest";
import { findIbans } from "./find-ibans";
import { findVatIds } from "./find-vat-ids";

describe("IBANs", () => {
  test.each([
    ["IBAN: DE89 3704 0044 0532 0130 00 BIC COBADEFF", "DE89370400440532013000"],
    ["DE89370400440532013000", "DE89370400440532013000"],
    ["IBAN GB82 WEST 1234 5698 7654 32.", "GB82WEST12345698765432"],
    ["IBAN AT61 1904 3002 3457 3201", "AT611904300234573201"],
  ])("are found in “%s”", (text, value) => {
    expect(findIbans(text)).toMatchObject([{ value, check: "passed" }]);
  });

  test("an IBAN is found after a VAT id that looks like its beginning", () => {
    const text = "VAT reg GB22 7631 763 IBAN GB82 WEST 1234 5698 7654 32";
    expect(findIbans(text)).toMatchObject([{ value: "GB82WEST12345698765432" }]);
  });

  test("wrong check digits are reported after the word IBAN, and ignored elsewhere", () => {
    expect(findIbans("IBAN DE88 3704 0044 0532 0130 00")).toMatchObject([{ check: "failed" }]);
    expect(findIbans("Teil DE88 3704 0044 0532 0130 00")).toEqual([]);
  });
});

describe("VAT ids", () => {
  test.each([
    ["USt-IdNr. DE136695976", "DE136695976", "passed"],
    ["USt-ID: DE 136 695 976", "DE136695976", "passed"],
    ["USt-IdNr.: DE123456789", "DE123456789", "failed"],
    ["UID: ATU13585627", "ATU13585627", "passed"],
    ["VAT Reg No GB123456789", "GB123456789", null],
    ["TVA FR40303265045", "FR40303265045", null],
  ])("are found in “%s”", (text, value, check) => {
    expect(findVatIds(text)).toMatchObject([{ value, check }]);
  });

  test("letters and digits without a label are a VAT id only if their check digit is correct", () => {
    expect(findVatIds("Artikel DE136695976")).toHaveLength(1);
    expect(findVatIds("Artikel DE136695975")).toEqual([]);
    expect(findVatIds("Artikel GB123456789")).toEqual([]);
  });
});
