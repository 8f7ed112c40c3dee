import type { DocumentPage } from "@/lib/http/processing/cockpit-schemas";

/** Separates the label and the value of a field, as processing writes them. */
const DIVIDER = " | ";

const plain = (text: string) => text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();

/**
 * Returns the cells of a page that contain the words of a highlight, as `line:segment`: those in the line that contains
 * all its pieces, or else in the first line that contains its last piece, which is the value. Empty if no line contains
 * the value.
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
