import { formatSerialDate, isDateCode } from "./format-serial-date";

/**
 * Excel's built-in formats, by number. Formats for dates in the style of the reader's country, and East Asian formats,
 * are replaced by ISO dates.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%" },
  ...{ 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy" },
  ...{ 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm" },
  ...{ 37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00" },
  ...{ 41: "#,##0", 42: "#,##0", 43: "#,##0.00", 44: "#,##0.00" },
  ...{ 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0" },
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
  const kept = fraction.slice(0, placesMin) + fraction.slice(placesMin).replace(/0+$/, "");
  const sign = integer.startsWith("-") ? "-" : "";
  const padded = integer.replace("-", "").padStart(whole.replace(/[^0]/g, "").length, "0");
  return `${sign}${padded}${kept === "" ? "" : `.${kept}`}`;
}
