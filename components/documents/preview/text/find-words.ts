import type { DocumentPage } from "@/lib/http/processing/cockpit-schemas";

/** Between the label and the value of a field, as processing writes them. */
const DIVIDER = " | ";

const plain = (text: string) => text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();

/**
 * The cells of a page in which the words of a highlight stand, as `line:segment`: of the line that has all of its pieces, or else of
 * the first that has its last piece, the value. Empty when the text was written differently.
 */
export function findWords(page: DocumentPage, text: string): ReadonlySet<string> {
  const pieces = text
    .split(DIVIDER)
    .map(plain)
    .filter((piece) => piece !== "");
  const value = pieces.at(-1);
  if (value === undefined) return new Set();
  const lines = page.lines.map((line) =>
    line.map((words) => plain(words.map((word) => word.text).join(" "))),
  );
  const has = (line: readonly string[], piece: string) => line.some((cell) => cell.includes(piece));
  const whole = lines.findIndex((line) => pieces.every((piece) => has(line, piece)));
  const at = whole >= 0 ? whole : lines.findIndex((line) => has(line, value));
  const wanted = whole >= 0 ? pieces : [value];
  const cells = (lines[at] ?? []).flatMap((cell, index) =>
    wanted.some((piece) => cell.includes(piece)) ? [`${at}:${index}`] : [],
  );
  return new Set(cells);
}
