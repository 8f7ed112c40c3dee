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
