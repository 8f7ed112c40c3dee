import type { Stretch } from "../text/document-text";
import type { DateOrder } from "../values/find-dates";

const STRETCHES_MAX = 2_000;
const SLASHED = /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/gu;
const AMERICAN = /\b(?:[A-Z]{2} \d{5}(?:-\d{4})?|USD|US\$|ZIP)\b|\$ ?\d/u;
const EUROPEAN = /[£€]|\bGBP\b|\bEUR\b|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b/u;
const WORDED =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/u;

/**
 * Decides whether 03/04/2024 is in April or in March. Unambiguous dates in the document (13/04 or 04/13) decide first,
 * then signs of the United States; the rest of the world writes the day first.
 */
export function decideDateOrder(stretches: readonly Stretch[]): DateOrder {
  const texts = stretches.slice(0, STRETCHES_MAX).map(({ text }) => text);
  const dates = sum(texts, datesSay);
  if (dates !== 0) return dates > 0 ? "month-first" : "day-first";
  return sum(texts, countrySays) > 0 ? "month-first" : "day-first";
}

/**
 * Returns a number above 0 if the dates can only be read with the month first, and below 0 if only with the day first.
 */
function datesSay(text: string): number {
  const matches = [...text.matchAll(SLASHED)];
  return sum(matches, ([, first, , second]) => {
    if (Number(second) > 12 && Number(first) <= 12) return 1;
    return Number(first) > 12 ? -1 : 0;
  });
}

function countrySays(text: string): number {
  const american = AMERICAN.test(text) ? 1 : 0;
  const european = EUROPEAN.test(text) ? 1 : 0;
  return american - european + (WORDED.test(text) ? 0.5 : 0);
}

function sum<Item>(items: readonly Item[], score: (item: Item) => number): number {
  return items.reduce((total, item) => total + score(item), 0);
}
