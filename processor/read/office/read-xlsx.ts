import { LIMITS } from "@/lib/processing/rules/limits";
import { openArchive } from "../archive/open-archive";
import { EnoughRead, readXmlEntry } from "../archive/read-xml-entry";
import type { ReadingContext, UnnumberedPage, WholeText } from "../reading-context";
import { createPageBuilder } from "../text/page-builder";
import type { XmlHandler } from "../xml/parse-xml";
import { findOfficeContent } from "./package-parts";
import { readWorkbook, type Workbook } from "./read-workbook";

/**
 * Reads a spreadsheet: a page for each visible sheet, a line for each row, and a segment for each non-empty cell, with
 * dates and numbers as displayed.
 * @throws ReadError
 */
export async function readXlsx(bytes: Uint8Array, context: ReadingContext): Promise<WholeText> {
  const archive = await openArchive(bytes);
  findOfficeContent(archive, context.findings);
  const workbook = await readWorkbook(archive);
  const hidden = workbook.sheets.filter(({ isHidden }) => isHidden).length;
  if (hidden > 0) context.findings.add("sheets-not-read", { count: hidden });
  const cells = { read: 0 };
  const pages: UnnumberedPage[] = [];
  for (const { name, entry, isHidden } of workbook.sheets) {
    if (isHidden) continue;
    const page = createPageBuilder(context);
    const addRow = (row: readonly string[]) => {
      page.add(row);
      if (context.budget.isSpent) throw new EnoughRead();
    };
    if (!context.budget.isSpent && cells.read < LIMITS.cellsMax) {
      await readXmlEntry(archive, entry, sheetHandler(workbook, cells, addRow));
    }
    pages.push({ part: name, isAttachment: false, size: null, lines: page.lines });
  }
  if (cells.read >= LIMITS.cellsMax) {
    context.findings.add("cells-not-read", { read: LIMITS.cellsMax });
  }
  return { pages, stated: null };
}

function sheetHandler(
  workbook: Workbook,
  cells: { read: number },
  addRow: (row: readonly string[]) => void,
): XmlHandler {
  const current = { row: [] as string[], type: "", style: 0, value: "", isValue: false };
  const endCell = () => {
    const text = cellText(workbook, current);
    if (text.trim() === "") return;
    current.row.push(text);
    cells.read += 1;
  };
  const endRow = () => {
    addRow(current.row.splice(0));
    if (cells.read >= LIMITS.cellsMax) throw new EnoughRead();
  };
  return {
    open(name, attributes) {
      if (name === "c") {
        const { t: type = "n", s: style = "0" } = attributes;
        Object.assign(current, { type, style: Number(style), value: "" });
      }
      if (name === "v" || name === "t") current.isValue = true;
    },
    text(text) {
      if (current.isValue && current.value.length < LIMITS.textBytesMax) current.value += text;
    },
    close(name) {
      if (name === "v" || name === "t") current.isValue = false;
      if (name === "c") endCell();
      // A single row may have more cells than the limit.
      if (name === "row" || cells.read >= LIMITS.cellsMax) endRow();
    },
  };
}

/** A cell as it is stored. */
interface Cell {
  readonly type: string;
  readonly style: number;
  readonly value: string;
}

/** Returns a cell as displayed, on one line; "" for an empty cell. */
export function cellText(workbook: Workbook, { type, style, value }: Cell): string {
  switch (type) {
    case "s":
      return workbook.sharedStrings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "n":
      return value === "" ? "" : formatNumber(value, workbook.formats[style] ?? 0, workbook.is1904);
    // ISO dates, formula results, inline strings and errors such as #REF! are displayed as they are stored.
    default:
      return value;
  }
}

/**
 * Excel's built-in formats, by number. Formats for dates in the style of the reader's country, and East Asian formats,
 * are replaced by ISO dates.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  41: "#,##0",
  42: "#,##0",
  43: "#,##0.00",
  44: "#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  ...Object.fromEntries([...numbers(27, 36), ...numbers(50, 58)].map((id) => [id, "yyyy-mm-dd"])),
};

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * Formats a number in an unambiguous form: a decimal point and no separators between thousands, because a comma can be
 * read in two ways.
 * @param format a code, or the number of a built-in format
 */
export function formatNumber(value: string, format: string | number, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const code = typeof format === "number" ? (BUILT_IN[format] ?? "General") : format;
  const { section, isAbsolute } = sectionFor(code, number);
  if (isDateCode(section)) return formatSerialDate(number, section, is1904) ?? general(number);
  return applyCode(isAbsolute ? Math.abs(number) : number, section);
}

/**
 * Codes may have separate sections for positive numbers, negative numbers and zero; the section for negative numbers
 * contains its own sign.
 */
function sectionFor(code: string, number: number) {
  const sections = code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[]|["\\[])+/g) ?? [""];
  const [first = "", negative, zero] = sections;
  if (number < 0 && negative !== undefined) return { section: negative, isAbsolute: true };
  if (number === 0 && zero !== undefined) return { section: zero, isAbsolute: true };
  return { section: first, isAbsolute: false };
}

/** Formats a number without a format as Excel does, without binary rounding noise. */
const general = (number: number) => String(Number(number.toPrecision(12)));

const PLACEHOLDERS = /[0#?]+[0#?,]*(?:\.[0#?]*)?,*|\.[0#?]+/;

function applyCode(number: number, section: string): string {
  const code = section
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, (_, symbol: string) => `"${symbol}"`)
    .replace(/\[[^\]]*\]/g, "")
    // `_` stands for a space as wide as the next character, and `*` fills the cell with the next character; both become
    // one space.
    .replace(/[_*]./g, " ");
  const bare = code.replace(/"[^"]*"|\\./g, (literal) => " ".repeat(literal.length));
  const placeholders = PLACEHOLDERS.exec(bare);
  if (/general|standard|@|[eE][+-]|\//i.test(bare)) return general(number);
  if (!placeholders)
    return bare.trim() === "" && code.trim() !== "" ? literal(code) : general(number);
  const { index, 0: pattern } = placeholders;
  const percent = bare.includes("%") ? 100 : 1;
  const digits = writeDigits(number * percent, pattern);
  return `${literal(code.slice(0, index))}${digits}${literal(code.slice(index + pattern.length))}`.trim();
}

const literal = (code: string) =>
  code.replace(/"([^"]*)"|\\(.)/g, (_, quoted = "", single = "") => quoted + single);

function writeDigits(number: number, pattern: string): string {
  const [whole = "", places = ""] = pattern.replace(/,+$/, "").split(".");
  const scaled = number / 1000 ** (/,*$/.exec(pattern)?.[0].length ?? 0);
  const placesMax = Math.min(places.length, 15);
  const placesMin = places.replace(/[^0]/g, "").length;
  // Rounds the decimal value, as Excel does: 1.005 becomes 1.01 although its binary value is slightly smaller.
  const rounded = Number(
    `${Math.round(Number(`${scaled.toPrecision(15)}e${placesMax}`))}e-${placesMax}`,
  );
  const fixed = (Number.isFinite(rounded) ? rounded : scaled).toFixed(placesMax);
  const [integer = "", fraction = ""] = fixed.split(".");
  const digits = fraction.slice(0, placesMin) + fraction.slice(placesMin).replace(/0+$/, "");
  const sign = integer.startsWith("-") ? "-" : "";
  const padded = integer.replace("-", "").padStart(whole.replace(/[^0]/g, "").length, "0");
  return `${sign}${padded}${digits === "" ? "" : `.${digits}`}`;
}

const MONTHS = {
  en: "January February March April May June July August September October November December",
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
};
const DAYS = {
  en: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
  de: "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag",
};
const DAY_MS = 86_400_000;
/** The day before Excel's first day, shifted because Excel counts a 29 February 1900 that never existed. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1_462;
/** The end of the year 9999. */
const SERIAL_MAX = 2_958_465;

const TOKEN = /"[^"]*"|\\.|\[[^\]]*\]|AM\/PM|A\/P|y+|m+|d+|h+|s+|\.0+|[_*].|./gi;

/** Whether a code formats a date or a time. */
export function isDateCode(code: string): boolean {
  if (/^\s*(general|standard)/i.test(code)) return false;
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*]./gi, "");
  return /[ymdhs]/i.test(bare) && !/[#?]/.test(bare);
}

/** Formats a spreadsheet's day number; null if it is outside the calendar. */
export function formatSerialDate(serial: number, code: string, is1904: boolean): string | null {
  const days = serial + (is1904 ? DAYS_TO_1904 : 0);
  if (days < 0 || days > SERIAL_MAX) return null;
  // Times are binary fractions of a day; rounding to milliseconds restores what was typed.
  const date = new Date(DAY_ZERO_MS + Math.round(days * DAY_MS));
  const language = /\[\$[^\]]*-0*(?:407|807|c07)\]/i.test(code) ? "de" : "en";
  const tokens = code.match(TOKEN) ?? [];
  const isTwelve = tokens.some((token) => /^(AM\/PM|A\/P)$/i.test(token));
  const show = (token: string, index: number) => {
    const kind = token[0]?.toLowerCase();
    if (kind === "m" && isMinutes(tokens, index)) return pad(date.getUTCMinutes(), token);
    if (/^\[h+\]$/i.test(token)) return String(Math.floor(days * 24));
    if (kind === "h")
      return pad(isTwelve ? date.getUTCHours() % 12 || 12 : date.getUTCHours(), token);
    return showPart(token, date, language);
  };
  return tokens.map(show).join("").trim();
}

/** The same letter stands for months and minutes; minutes follow hours or precede seconds. */
function isMinutes(tokens: readonly string[], index: number): boolean {
  const isUnit = (token: string) => /^\[?[ymdhs]/i.test(token);
  const before = tokens.slice(0, index).findLast(isUnit);
  const after = tokens.slice(index + 1).find(isUnit);
  return /^\[?h/i.test(before ?? "") || /^\[?s/i.test(after ?? "");
}

function showPart(token: string, date: Date, language: "en" | "de"): string {
  switch (token[0]?.toLowerCase()) {
    case "y":
      return token.length > 2
        ? String(date.getUTCFullYear())
        : pad(date.getUTCFullYear() % 100, "yy");
    case "m":
      return named(MONTHS[language], date.getUTCMonth(), token, date.getUTCMonth() + 1);
    case "d":
      return named(DAYS[language], date.getUTCDay(), token, date.getUTCDate());
    case "s":
      return pad(date.getUTCSeconds(), token);
    case "a":
      return date.getUTCHours() < 12 ? "AM" : "PM";
    case '"':
      return token.slice(1, -1);
    case "\\":
      return token.slice(1);
    case "[":
    case "_":
    case "*":
      return "";
    default:
      // Fractions of a second, and `@`, which stands for text, are not part of a date.
      return /^(\.0+|@)$/.test(token) ? "" : token;
  }
}

/** Three letters stand for the short name, four letters for the long name, and fewer letters for the number. */
function named(names: string, index: number, token: string, number: number): string {
  const name = names.split(" ")[index] ?? "";
  if (token.length < 3) return pad(number, token);
  return token.length === 3 ? name.slice(0, 3) : name;
}

const pad = (number: number, token: string) =>
  String(number).padStart(Math.min(token.length, 2), "0");
