import { escapeFormulas } from "./csv-formulas";

/** Returns a CSV cell with this text that no spreadsheet executes as a formula; quotes alone do not prevent that. */
export function csvField(text: string, separator: "," | ";" = ","): string {
  const safe = escapeFormulas(text);
  const isPlain = !/["\r\n']|^\s|\s$/.test(safe) && !safe.includes(separator);
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}
