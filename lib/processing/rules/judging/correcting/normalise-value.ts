import { isValidIBAN } from "ibantools";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";
import type { FieldType } from "../judgement";
import { findAmounts, findCurrencies, toDecimal } from "../values/find-amounts";
import { findDates } from "../values/find-dates";
import { findIbans } from "../values/find-ibans";
import { findVatIds } from "../values/find-vat-ids";
import type { FoundValue } from "../values/found-value";

/** A value as it is stored with the result of its check, or the problem with it. */
export type NormalisedValue =
  | { readonly value: string; readonly check: "passed" | null }
  | { readonly problem: string };

const CHARACTERS_MAX = 4000;

/**
 * Converts a value that a person typed or pointed at to the format of stored fields: dates as 2026-11-30, amounts as
 * 1234.50, IBANs without spaces. Dates with slashes are read with the day first.
 */
export function normaliseValue(type: FieldType, written: string): NormalisedValue {
  const text = written.replaceAll(/\s+/gu, " ").trim();
  if (text === "") return { problem: "must not be empty. To remove the value, clear the field" };
  const problem = plainTextProblem(text, { charactersMin: 1, charactersMax: CHARACTERS_MAX });
  return problem ? { problem } : NORMALISERS[type](text);
}

/**
 * Returns the value in words that a person pointed at: all of them or, if they are not a value of the field, the first value
 * among them.
 */
export function valueInWords(type: FieldType, words: string): NormalisedValue {
  const whole = normaliseValue(type, words);
  if ("value" in whole) return whole;
  const [found] = FINDERS[type]?.(words.replaceAll(/\s+/gu, " ")) ?? [];
  return found ? normaliseValue(type, found.value) : whole;
}

const FINDERS: Readonly<Partial<Record<FieldType, (text: string) => readonly FoundValue[]>>> = {
  date: (text) => findDates(text, "day-first"),
  amount: (text) => findAmounts(text),
  iban: findIbans,
  "vat-id": (text) => findVatIds(text, true),
};

const stored = (value: string, check: "passed" | null = null): NormalisedValue => ({
  value,
  check,
});

const asText = (text: string) => stored(text);

const NORMALISERS: Readonly<Record<FieldType, (text: string) => NormalisedValue>> = {
  text: asText,
  party: asText,
  identifier: asText,
  date: (text) => {
    const [found] = findDates(text, "day-first");
    if (found && isWhole(found, text)) return stored(found.value);
    return { problem: "must be a date, such as 30.11.2026 or 2026-11-30" };
  },
  amount: (text) => {
    const [found] = findAmounts(text, true);
    if (found && isWhole(found, text)) return stored(found.value);
    return decimalOf(text) ?? { problem: "must be an amount, such as 1234.50 or 1.234,50" };
  },
  decimal: (text) => decimalOf(text) ?? { problem: "must be a number, such as 12.5 or 12,5" },
  currency: (text) => {
    const [known] = findCurrencies(text);
    const code = known ?? text.toUpperCase();
    if (/^[A-Z]{3}$/.test(code)) return stored(code);
    return { problem: "must be a currency of three letters, such as EUR" };
  },
  iban: (text) => {
    const value = text.replaceAll(/[ .-]/g, "").toUpperCase();
    if (isValidIBAN(value)) return stored(value, "passed");
    return {
      problem:
        "is not a valid IBAN: its length or check digits are wrong. Compare it with the document",
    };
  },
  "vat-id": (text) => {
    const upper = text.toUpperCase();
    const [found] = findVatIds(upper, true);
    if (!found || !isWhole(found, upper)) {
      return { problem: "must be a VAT ID with its country code, such as DE136695976" };
    }
    if (found.check === "failed") {
      return { problem: "is not a valid VAT ID: its check digit is wrong" };
    }
    return stored(found.value, found.check);
  },
};

const isWhole = ({ start, end }: { readonly start: number; readonly end: number }, text: string) =>
  start === 0 && end === text.length;

function decimalOf(text: string): NormalisedValue | null {
  const [, sign = "", digits = ""] = /^([-–−]? ?)(\d[\d.,'’ ]*)$/u.exec(text) ?? [];
  const decimal = toDecimal(digits);
  return decimal === null ? null : stored(sign === "" ? decimal : `-${decimal}`);
}
