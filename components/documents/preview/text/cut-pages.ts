import type { DocumentPage } from "@/lib/http/processing/cockpit-schemas";
import type { Highlight } from "../pages/highlight-boxes";
import { findWords } from "./find-words";

/** How many characters are laid out at first, and how many more on each request: a browser stalls on millions. */
export const CHARACTERS_SHOWN = 200_000;

type Segment = DocumentPage["lines"][number][number];

/** A word is followed by a space or a line break. */
const lengthOfSegment = (words: Segment) =>
  words.reduce((total, { text }) => total + text.length + 1, 0);
const lengthOfLine = (line: DocumentPage["lines"][number]) =>
  line.reduce((total, words) => total + lengthOfSegment(words), 0);

/** Returns the number of characters of a page. */
export const lengthOfPage = ({ lines }: Pick<DocumentPage, "lines">): number =>
  lines.reduce((total, line) => total + lengthOfLine(line), 0);

/**
 * Returns the pages from the first on, up to this many characters. The last page may end in the middle of a line. Pages
 * that are whole are the same objects.
 */
export function cutPages(
  pages: readonly DocumentPage[],
  charactersMax: number,
): readonly DocumentPage[] {
  const whole: DocumentPage[] = [];
  let rest = charactersMax;
  for (const page of pages) {
    const length = lengthOfPage(page);
    if (length > rest) return rest > 0 ? [...whole, cutPage(page, rest)] : whole;
    whole.push(page);
    rest -= length;
  }
  return whole;
}

function cutPage(page: DocumentPage, charactersMax: number): DocumentPage {
  let rest = charactersMax;
  const fits = ({ text }: Segment[number]) => {
    rest -= text.length + 1;
    return rest >= 0;
  };
  const lines: DocumentPage["lines"] = [];
  for (const line of page.lines) {
    if (rest <= 0) break;
    lines.push(line.map((words) => words.filter(fits)).filter((words) => words.length > 0));
  }
  return { ...page, lines };
}

/** Returns how many characters must be shown for the words of a highlight to be seen; 0 if they are not in these pages. */
export function charactersUpTo(
  pages: readonly DocumentPage[],
  highlight: Pick<Highlight, "page" | "text"> | undefined,
): number {
  const at = pages.findIndex(({ number }) => number === highlight?.page);
  const page = pages[at];
  if (!page) return 0;
  const [cell] = findWords(page, highlight?.text ?? "");
  if (cell === undefined) return 0;
  const [row = 0, column = 0] = cell.split(":").map(Number);
  const line = page.lines[row] ?? [];
  const before =
    pages.slice(0, at).reduce((total, one) => total + lengthOfPage(one), 0) +
    lengthOfPage({ lines: [...page.lines.slice(0, row), line.slice(0, column)] });
  return before + Math.min(lengthOfSegment(line[column] ?? []), CHARACTERS_SHOWN);
}
