/** Spreadsheets run what begins so as a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@\t\r]/;

/** A text as one cell of CSV. An apostrophe makes a formula a text again (OWASP, CSV injection); quotes alone do not. */
export function csvField(text: string, separator: "," | ";" = ","): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  const isPlain = !/["\r\n']|^\s|\s$/.test(safe) && !safe.includes(separator);
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}
