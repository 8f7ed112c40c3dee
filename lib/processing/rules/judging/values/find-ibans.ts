import { countrySpecs, isValidIBAN } from "ibantools";
import { type FoundValue, foundValue } from "./found-value";

/**
 * Finds IBANs in any grouping, even across lines, and returns them without spaces. IBANs with wrong check digits count
 * only if they follow `IBAN`.
 */
export function findIbans(text: string): FoundValue[] {
  const pattern = /(?<![A-Z0-9])[A-Z]{2} ?\d{2}(?:[ .-]?[A-Z0-9]){11,34}/gu;
  const found: FoundValue[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const value = toIban(text, match);
    if (value === null) {
      // Text that looked like the beginning of an IBAN, such as a VAT id before the word IBAN, may hide the real one.
      pattern.lastIndex = match.index + 2;
    } else {
      found.push(value);
      pattern.lastIndex = value.end;
    }
  }
  return found;
}

function toIban(text: string, match: RegExpExecArray): FoundValue | null {
  const country = match[0].slice(0, 2);
  const length = countrySpecs[country as keyof typeof countrySpecs]?.chars ?? null;
  if (length === null) return null;
  const end = endOf(match[0], length);
  if (end === null) return null;
  const value = match[0].slice(0, end).replace(/[ .-]/gu, "");
  const isValid = isValidIBAN(value);
  const isNamed = /IBAN[^\p{L}\d]{0,12}$/iu.test(
    text.slice(Math.max(0, match.index - 20), match.index),
  );
  if (!isValid && !isNamed) return null;
  return foundValue(value, match.index, match.index + end, {
    check: isValid ? "passed" : "failed",
  });
}

/** Returns the index after this many letters and digits; null if there are fewer, or if more follow directly. */
function endOf(written: string, length: number): number | null {
  let count = 0;
  for (let index = 0; index < written.length; index += 1) {
    if (/[A-Z0-9]/u.test(written[index] ?? "")) count += 1;
    if (count === length) {
      return /[A-Z0-9]/u.test(written[index + 1] ?? "") ? null : index + 1;
    }
  }
  return null;
}
