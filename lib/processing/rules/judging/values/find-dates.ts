import { type FoundValue, foundValue } from "./found-value";

/** Whether the day or the month comes first in a date with slashes. */
export type DateOrder = "day-first" | "month-first";

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "jan januar january jänner jän",
    "feb februar february feber",
    "mär märz maerz mrz mar march",
    "apr april",
    "mai may",
    "jun juni june",
    "jul juli july",
    "aug august",
    "sep sept september",
    "okt oct oktober october",
    "nov november",
    "dez dec dezember december",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1])),
);
const MONTH = `(${Object.keys(MONTHS)
  .sort((a, b) => b.length - a.length)
  .join("|")})`;
const YEAR = "(\\d{4}|\\d{2})";

type Reader = (match: RegExpExecArray, order: DateOrder) => Reading | null;
interface Reading {
  readonly value: string;
  readonly isAmbiguous?: boolean;
}

const FORMS: readonly (readonly [RegExp, Reader])[] = [
  [/(?<![\d./-])(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d|[-/]\d)/gu, ymd(1, 2, 3)],
  [/(?<![\d.,/])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?!\d|[.,]\d)/gu, ymd(3, 2, 1)],
  // The year may follow later: in "01.01. – 31.12.2023" it is stated once, for both dates.
  [
    /(?<![\d.,/])(\d{1,2})\. ?(\d{1,2})\.(?= ?(?:-|–|—|bis(?: zum)?) ?\d{1,2}\. ?\d{1,2}\. ?(\d{4}))/gu,
    ymd(3, 2, 1),
  ],
  [/(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d|[/-]\d)/gu, readSlashes],
  [
    new RegExp(
      `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: day)?(?: of)?[ -]{1,2}${MONTH}\\.?,?[ -]{1,2}${YEAR}(?!\\d)`,
      "giu",
    ),
    ymd(3, 2, 1),
  ],
  [
    new RegExp(
      `(?<!\\p{L})${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? ?(?<=[, ])(\\d{4})(?!\\d)`,
      "giu",
    ),
    ymd(3, 1, 2),
  ],
];

/** Finds dates in German, English and ISO formats, in order, as `yyyy-mm-dd`. */
export function findDates(text: string, order: DateOrder): FoundValue[] {
  if (!/\d/u.test(text)) return [];
  const found: FoundValue[] = [];
  for (const [pattern, read] of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const reading = read(match, order);
      if (reading === null) continue;
      const start = match.index;
      found.push(
        foundValue(reading.value, start, start + match[0].length, {
          isAmbiguous: reading.isAmbiguous ?? false,
        }),
      );
    }
  }
  return withoutOverlaps(found.sort((a, b) => a.start - b.start));
}

function ymd(year: number, month: number, day: number): Reader {
  return (match) => {
    const value = toIsoDate(match[year] ?? "", match[month] ?? "", match[day] ?? "");
    return value === null ? null : { value };
  };
}

function readSlashes(match: RegExpExecArray, order: DateOrder): Reading | null {
  const [, first = "", , second = "", year = ""] = match;
  const dayFirst = toIsoDate(year, second, first);
  const monthFirst = toIsoDate(year, first, second);
  const value = order === "day-first" ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
  if (value === null) return null;
  return {
    value,
    isAmbiguous: dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst,
  };
}

/** Returns null if there is no such day, or if the year is not plausible in a document. */
function toIsoDate(yearText: string, monthText: string, dayText: string): string | null {
  const short = Number(yearText);
  const year = yearText.length > 2 ? short : short + (short < 70 ? 2000 : 1900);
  const month = MONTHS[monthText.toLowerCase()] ?? Number(monthText);
  const day = Number(dayText);
  if (!(year >= 1900 && year <= 2150 && month >= 1 && month <= 12 && day >= 1)) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (day > days) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function withoutOverlaps(sorted: readonly FoundValue[]): FoundValue[] {
  const values: FoundValue[] = [];
  for (const value of sorted) {
    const last = values.at(-1);
    if (last === undefined || value.start >= last.end) values.push(value);
    else if (value.end - value.start > last.end - last.start) values[values.length - 1] = value;
  }
  return values;
}
