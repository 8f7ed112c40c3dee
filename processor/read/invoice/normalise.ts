/**
 * Converts a date of an e-invoice to ISO; null if it is not a date. `format` is a UN/CEFACT code, in which 102 means
 * `YYYYMMDD`.
 */
export function isoDate(text: string, format: string | undefined): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const dashed = /^(\d{4})-(\d{2})-(\d{2})(?:$|[TZ+-])/.exec(text);
  const match = format === undefined || format === "102" ? (compact ?? dashed) : dashed;
  if (!match) return null;
  const [, year, month, day] = match;
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // `Date` would turn 31 February into 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** Converts an amount to a decimal with a point and at least two decimal places; null if it is not an amount. */
export function decimal(text: string): string | null {
  const match = /^([+-]?)0*(\d{1,15})(?:\.(\d{0,15}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = "0", places = ""] = match;
  const kept = places.replace(/0+$/, "").padEnd(2, "0");
  return `${sign === "-" ? "-" : ""}${whole}.${kept}`;
}

/** Returns an IBAN without spaces; null if it does not have the form of an IBAN. */
export function iban(text: string): string | null {
  const compact = text.replace(/\s/g, "").toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? compact : null;
}

/** Returns a VAT id without spaces; null if it does not have the form of a VAT id. */
export function vatId(text: string): string | null {
  const compact = text.replace(/[\s.-]/g, "").toUpperCase();
  return /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(compact) ? compact : null;
}

/** Returns a currency code; null if the text is not a currency code. */
export function currency(text: string): string | null {
  const code = text.toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** Returns a name or a number on one line, otherwise unchanged; null if the text is empty. */
export function oneLine(text: string): string | null {
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" || line.length > 500 ? null : line;
}
