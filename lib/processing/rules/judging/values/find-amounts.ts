import { type FoundValue, foundValue } from "./found-value";

const CURRENCIES: Readonly<Record<string, string>> = {
  "€": "EUR",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  gbp: "GBP",
  $: "USD",
  us$: "USD",
  usd: "USD",
  chf: "CHF",
  "fr.": "CHF",
  sfr: "CHF",
};
const SIGN = "€|£|US\\$|\\$|EUR|Euros?|GBP|USD|CHF|SFr|Fr\\.";
const NUMBER =
  "\\d{1,3}(?:[.,'’ ]\\d{3}){1,4}(?:[.,](?:\\d{2}|-{1,2}|–))?|\\d{1,12}[.,](?:\\d{2}|-{1,2}|–)|\\d{1,12}";
const PATTERN = new RegExp(
  `(?<![\\p{L}\\d.,])(?:(?<before>${SIGN}) ?)?(?<minus>[-–−(] ?)?(?:(?<inside>${SIGN}) ?)?(?<number>${NUMBER})` +
    `(?![\\d%]|[.,/]\\d| %)(?<after>-(?!\\d)| ?\\))?(?: ?(?<currency>${SIGN}))?(?!\\p{L})`,
  "giu",
);

/**
 * Finds amounts with a currency next to them or with two decimals, as decimals with a point and as many digits as
 * written. With `acceptsBare` it also finds whole numbers, which need a label.
 */
export function findAmounts(text: string, acceptsBare = false): FoundValue[] {
  if (!/\d/u.test(text)) return [];
  const found: FoundValue[] = [];
  for (const match of text.matchAll(PATTERN)) {
    const value = toAmount(match, acceptsBare);
    if (value !== null) found.push(value);
  }
  return found;
}

function toAmount(match: RegExpMatchArray, acceptsBare: boolean): FoundValue | null {
  const { before, inside, number = "", minus, after, currency } = match.groups ?? {};
  const sign = before ?? inside ?? currency;
  const hasDecimals = /[.,](?:\d{2}|-{1,2}|–)$/u.test(number);
  if (sign === undefined && !hasDecimals && !acceptsBare) return null;
  const decimal = toDecimal(number);
  if (decimal === null) return null;
  const isNegative =
    (minus !== undefined && !(minus.startsWith("(") && after === undefined)) ||
    after?.startsWith("-") === true;
  const start = match.index ?? 0;
  const lead = match[0].length - match[0].trimStart().length;
  return foundValue(
    isNegative ? `-${decimal}` : decimal,
    start + lead,
    start + match[0].trimEnd().length,
    {
      currency: sign === undefined ? null : (CURRENCIES[sign.toLowerCase()] ?? null),
    },
  );
}

/**
 * Converts a written amount to a decimal: `1.234,50` and `1,234.50` become `1234.50`; a lone separator before three
 * digits groups thousands. Null if it is not an amount.
 */
export function toDecimal(written: string): string | null {
  const compact = written.replace(/[\s'’]/gu, "").replace(/[.,](?:-{1,2}|–)$/u, "");
  const comma = compact.lastIndexOf(",");
  const point = compact.lastIndexOf(".");
  const last = Math.max(comma, point);
  const digitsBehind = last < 0 ? 0 : compact.length - last - 1;
  const isBoth = comma >= 0 && point >= 0;
  const isDecimal = last >= 0 && digitsBehind > 0 && (isBoth || digitsBehind !== 3);
  const whole = (isDecimal ? compact.slice(0, last) : compact).replace(/[.,]/gu, "");
  const fraction = isDecimal ? compact.slice(last + 1) : "";
  if (!/^\d+$/u.test(whole) || !/^\d*$/u.test(fraction)) return null;
  const plain = whole.replace(/^0+(?=\d)/u, "");
  return fraction === "" ? plain : `${plain}.${fraction}`;
}

/** Returns the ISO 4217 codes named in the text, most frequent first. */
export function findCurrencies(text: string): string[] {
  const counts = new Map<string, number>();
  for (const match of text.matchAll(new RegExp(`(?<!\\p{L})(?:${SIGN})(?!\\p{L})`, "giu"))) {
    const code = CURRENCIES[match[0].toLowerCase()];
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([code]) => code);
}
