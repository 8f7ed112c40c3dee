import type { FieldType } from "../judgement";
import { findName } from "../parties/party-name";
import { findAmounts } from "../values/find-amounts";
import { type DateOrder, findDates } from "../values/find-dates";
import { findIbans } from "../values/find-ibans";
import { findIdentifiers } from "../values/find-identifiers";
import { findVatIds } from "../values/find-vat-ids";
import { type FoundValue, foundValue } from "../values/found-value";

const TEXT_LENGTH_MAX = 160;
/** The start of the next labelled value on the same line: "Vorhaben: Neubau Garage Aktenzeichen: 123". */
const NEXT_LABEL = /\s\p{Lu}[\p{L}./-]{2,30}:(?:\s|$)/u;

/**
 * Finds values of one type in the text, in order; for plain text and parties, only the value at the beginning of the
 * text.
 */
export function findValues(
  type: FieldType,
  text: string,
  { dateOrder, acceptsBare }: { dateOrder: DateOrder; acceptsBare: boolean },
): FoundValue[] {
  switch (type) {
    case "date":
      return findDates(text, dateOrder);
    case "amount":
      return findAmounts(text, acceptsBare);
    case "decimal":
      return findDecimals(text);
    case "iban":
      return findIbans(text);
    case "vat-id":
      return findVatIds(text, acceptsBare);
    case "identifier":
      return findIdentifiers(text);
    case "party":
      return findParty(text);
    case "text":
      return findText(text);
    case "currency":
      return [];
  }
}

function findDecimals(text: string): FoundValue[] {
  const pattern = /(?<![\p{L}\d.,/:-])\d{1,7}(?:[.,]\d{1,3})?(?![\d/:]|[.,]\d)/gu;
  return [...text.matchAll(pattern)].map((match) =>
    foundValue(match[0].replace(",", "."), match.index, match.index + match[0].length),
  );
}

function findParty(text: string): FoundValue[] {
  const span = findName(text);
  return span === null ? [] : [foundValue(text.slice(span.start, span.end), span.start, span.end)];
}

function findText(text: string): FoundValue[] {
  const start = /^[\s:.,;–—|•*-]*/u.exec(text)?.[0].length ?? 0;
  const rest = text.slice(start, start + TEXT_LENGTH_MAX);
  const value = rest
    .slice(0, NEXT_LABEL.exec(rest)?.index ?? rest.length)
    .replace(/[\s,;:]+$/u, "");
  if (!/[\p{L}\d]/u.test(value) || /_{3,}|\.{4,}/u.test(value)) return [];
  return [foundValue(value, start, start + value.length)];
}
