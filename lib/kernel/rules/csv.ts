/** A row of a CSV file. */
export interface CsvRecord {
  /** The line on which the row starts, counted from 1 as in an editor. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A sentence about quotes that cannot be read, in which case no record follows; null if there is no problem. */
  readonly problem: string | null;
}

const UNCLOSED =
  "A quote opens here and never closes. Close it, or double each quote that is part of the text.";
const BEHIND_QUOTE =
  "There is text after a closing quote. Double each quote that is part of the text.";

/**
 * Reads the rows of a CSV file (RFC 4180) with any kind of line break; quotes in the middle of a cell are literal. Unlike
 * the reader for documents, it rejects ambiguous quotes, because an import must not guess.
 */
export function* csvRecords(text: string, separator: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record = recordAt(text, at, separator);
    yield { line, cells: record.cells, problem: record.problem };
    if (record.problem) return;
    line += lineBreaksIn(text, at, record.next);
    at = record.next;
  }
}

function recordAt(text: string, start: number, separator: string) {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const { cell, next, problem } = cellAt(text, at, separator);
    cells.push(cell);
    if (problem) return { cells, next, problem };
    if (text[next] === separator) at = next + 1;
    else return { cells, next: next + (text.startsWith("\r\n", next) ? 2 : 1), problem: null };
  }
}

function cellAt(text: string, start: number, separator: string) {
  if (text[start] !== '"') {
    const next = endOfPlain(text, start, separator);
    return { cell: text.slice(start, next), next, problem: null };
  }
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return { cell: "", next: text.length, problem: UNCLOSED };
  const cell = text.slice(start + 1, close).replaceAll('""', '"');
  const next = close + 1;
  const isEnd = next === text.length || text[next] === separator || isLineBreak(text[next]);
  return { cell, next, problem: isEnd ? null : BEHIND_QUOTE };
}

const isLineBreak = (character: string | undefined) => character === "\n" || character === "\r";

function endOfPlain(text: string, start: number, separator: string): number {
  let at = start;
  while (at < text.length && text[at] !== separator && !isLineBreak(text[at])) at += 1;
  return at;
}

function lineBreaksIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end && at < text.length; at += 1) {
    if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) count += 1;
  }
  return count;
}

/** Returns a CSV cell with this text that no spreadsheet executes as a formula; quotes alone do not prevent that. */
export function csvField(text: string, separator: "," | ";" = ","): string {
  const safe = escapeFormulas(text);
  const isPlain = !/["\r\n']|^\s|\s$/.test(safe) && !safe.includes(separator);
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`;
}

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
function escapeFormulas(text: string): string {
  const inside = text.replace(INSIDE, "$1'");
  return AT_START.test(inside) ? `'${inside}` : inside;
}

/** Returns the original of text escaped by `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  const isEscaped = text.startsWith("'") && AT_START.test(text);
  return (isEscaped ? text.slice(1) : text).replace(INSIDE_ESCAPED, "$1");
}
