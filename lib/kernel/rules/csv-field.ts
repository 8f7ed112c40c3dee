import { escapeFormulas } from "./csv-formulas";

/** A text as one cell of CSV, which no spreadsheet runs as a formula; quotes alone do not prevent that. */
export function csvField(text: string, separator: "," | ";" = ","): string {
  const safe = escapeFormulas(text);
  const isPlain = !/["\r\n']|^\s|\s$/.test(safe) && !safe.includes(separator);
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}
