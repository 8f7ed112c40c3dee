/** A date of an e-invoice as ISO; null: it is not a date. `format` is a code of UN/CEFACT, in which 102 is `YYYYMMDD`. */
export function isoDate(text: string, format: string | undefined): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const dashed = /^(\d{4})-(\d{2})-(\d{2})(?:$|[TZ+-])/.exec(text);
  const match = format === undefined || format === "102" ? (compact ?? dashed) : dashed;
  if (!match) return null;
  const [, year, month, day] = match;
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // The 31st of February would become the 3rd of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** An amount as a decimal with a point and at least two places; null: it is none. */
export function decimal(text: string): string | null {
  const match = /^([+-]?)0*(\d{1,15})(?:\.(\d{0,15}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = "0", places = ""] = match;
  const kept = places.replace(/0+$/, "").padEnd(2, "0");
  return `${sign === "-" ? "-" : ""}${whole}.${kept}`;
}

/** An IBAN without spaces; null: it has not the form of one. */
export function iban(text: string): string | null {
  const compact = text.replace(/\s/g, "").toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? compact : null;
}

/** A VAT id without spaces; null: it has not the form of one. */
export function vatId(text: string): string | null {
  const compact = text.replace(/[\s.-]/g, "").toUpperCase();
  return /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(compact) ? compact : null;
}

/** A currency; null: it is none. */
export function currency(text: string): string | null {
  const code = text.toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** A name or a number on one line, as it stands there; null: nothing. */
export function oneLine(text: string): string | null {
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" || line.length > 500 ? null : line;
}
