/**
 * Spreadsheets execute text that starts with one of these characters, including the full-width ones, even after blanks.
 */
const FORMULA = "[=+\\-@＝＋－＠]";
const BLANKS = "[^\\S,;\\t\\r\\n]*";

/** A cell that starts like a formula, possibly after apostrophes. */
const AT_START = new RegExp(`^'*\\s*(?:${FORMULA}|[\\t\\r])`);
/** Text that would start like a formula if the file were read with a different separator. */
const INSIDE = new RegExp(`([,;\\t\\r\\n])(?='*${BLANKS}${FORMULA})`, "g");
const INSIDE_ESCAPED = new RegExp(`([,;\\t\\r\\n])'(?='*${BLANKS}${FORMULA})`, "g");

/**
 * Returns text that no spreadsheet executes, whatever separator it expects: an apostrophe turns a formula back into text
 * (OWASP, CSV injection).
 */
export function escapeFormulas(text: string): string {
  const inside = text.replace(INSIDE, "$1'");
  return AT_START.test(inside) ? `'${inside}` : inside;
}

/** Returns the original of text escaped by `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  const isEscaped = text.startsWith("'") && AT_START.test(text);
  return (isEscaped ? text.slice(1) : text).replace(INSIDE_ESCAPED, "$1");
}
