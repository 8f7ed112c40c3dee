import { type FoundValue, foundValue } from "./found-value";

/** The format of the part after the country's letters (Directive 2006/112/EC, article 215, and the VIES formats). */
const FORMATS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/u,
  BE: /^[01]\d{9}$/u,
  BG: /^\d{9,10}$/u,
  CY: /^\d{8}[A-Z]$/u,
  CZ: /^\d{8,10}$/u,
  DE: /^\d{9}$/u,
  DK: /^\d{8}$/u,
  EE: /^\d{9}$/u,
  EL: /^\d{9}$/u,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/u,
  FI: /^\d{8}$/u,
  FR: /^[A-Z0-9]{2}\d{9}$/u,
  GB: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/u,
  HR: /^\d{11}$/u,
  HU: /^\d{8}$/u,
  IE: /^\d[A-Z0-9]\d{5}[A-Z]{1,2}$/u,
  IT: /^\d{11}$/u,
  LT: /^(?:\d{9}|\d{12})$/u,
  LU: /^\d{8}$/u,
  LV: /^\d{11}$/u,
  MT: /^\d{8}$/u,
  NL: /^\d{9}B\d{2}$/u,
  PL: /^\d{10}$/u,
  PT: /^\d{9}$/u,
  RO: /^\d{2,10}$/u,
  SE: /^\d{12}$/u,
  SI: /^\d{8}$/u,
  SK: /^\d{10}$/u,
};
const COUNTRY = Object.keys(FORMATS).join("|");
const LABEL = /(?:ust|vat|umsatzsteuer|mwst|uid|tva|btw|iva)[^\d]{0,30}$/iu;

/**
 * Finds VAT ids of the EU member states and of Great Britain, and returns them without spaces. A VAT id counts only if it
 * follows a label, if its check passes or, with `isAnnounced`, if a label is next to the text.
 */
export function findVatIds(text: string, isAnnounced = false): FoundValue[] {
  const pattern = new RegExp(
    `(?<![A-Z0-9])(${COUNTRY}) ?([A-Z0-9](?:[ .-]?[A-Z0-9]){6,12})(?![A-Z0-9])`,
    "gu",
  );
  const found: FoundValue[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const value = toVatId(text, match, isAnnounced);
    if (value === null) pattern.lastIndex = match.index + 2;
    else {
      found.push(value);
      pattern.lastIndex = value.end;
    }
  }
  return found;
}

function toVatId(text: string, match: RegExpExecArray, isAnnounced: boolean): FoundValue | null {
  const country = match[1] ?? "";
  const isLabelled =
    isAnnounced || LABEL.test(text.slice(Math.max(0, match.index - 40), match.index));
  for (let { length } = match[0]; length > 8; length -= 1) {
    const written = match[0].slice(0, length);
    if (!/[A-Z0-9]$/u.test(written) || /^[A-Z0-9]/u.test(match[0].slice(length))) continue;
    const value = written.replace(/[ .-]/gu, "");
    if (!FORMATS[country]?.test(value.slice(2))) continue;
    const check = checkOf(country, value.slice(2));
    if (check !== "passed" && !isLabelled) continue;
    return foundValue(value, match.index, match.index + length, { check });
  }
  return null;
}

function checkOf(country: string, digits: string): FoundValue["check"] {
  if (country === "DE") return verdict(isGerman(digits));
  if (country === "AT") return verdict(isAustrian(digits));
  return null;
}

const verdict = (isRight: boolean) => (isRight ? "passed" : "failed");

/** Whether the check digit is correct by ISO 7064 MOD 11,10. */
function isGerman(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(digits[8]);
}

/** Digits in odd positions count once; digits in even positions count as the digit sum of their double. */
function isAustrian(digits: string): boolean {
  let sum = 0;
  for (let index = 1; index <= 7; index += 1) {
    const digit = Number(digits[index]);
    const double = digit * 2;
    sum += index % 2 === 1 ? digit : Math.floor(double / 10) + (double % 10);
  }
  return (10 - ((sum + 4) % 10)) % 10 === Number(digits[8]);
}
