/** Spreadsheets run what begins so as a formula, also in full width and behind blanks. */
const FORMULA = "[=+\\-@＝＋－＠]";
const BLANKS = "[^\\S,;\\t\\r\\n]*";

/** A cell that begins like a formula, maybe behind apostrophes. */
const AT_START = new RegExp(`^'*\\s*(?:${FORMULA}|[\\t\\r])`);
/** What would begin like one if the file were read with another separator. */
const INSIDE = new RegExp(`([,;\\t\\r\\n])(?='*${BLANKS}${FORMULA})`, "g");
const INSIDE_ESCAPED = new RegExp(`([,;\\t\\r\\n])'(?='*${BLANKS}${FORMULA})`, "g");

/** A text that no spreadsheet runs, whatever separator it expects: an apostrophe makes a formula a text again (OWASP, CSV injection). */
export function escapeFormulas(text: string): string {
  const inside = text.replace(INSIDE, "$1'");
  return AT_START.test(inside) ? `'${inside}` : inside;
}

/** The text from which `escapeFormulas` made this. */
export function unescapeFormulas(text: string): string {
  const isEscaped = text.startsWith("'") && AT_START.test(text);
  return (isEscaped ? text.slice(1) : text).replace(INSIDE_ESCAPED, "$1");
}
