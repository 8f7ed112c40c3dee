import type { PageText, TextLine, Word } from "../rules/reading/page-text";

const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 48;
const CHARACTER = 5;
const LINE = 13;
const LETTER = 9;
const TITLE = 15;

interface PageOptions {
  readonly number?: number;
  readonly part?: string | null;
  readonly isAttachment?: boolean;
  /** Whether the words have boxes, as in a PDF. */
  readonly hasBoxes?: boolean;
}

/**
 * Creates a page from a drawing in a fixed-width font: two spaces or a tab separate cells, `# ` starts a line in large
 * letters, and an empty line is a gap. With boxes, each word has its position in the drawing.
 */
export function pageOf(
  drawing: string,
  { number = 1, part = null, isAttachment = false, hasBoxes = true }: PageOptions = {},
): PageText {
  const rows = drawing.replace(/^\n|\n\s*$/gu, "").split("\n");
  const indent = Math.min(
    ...rows.filter((row) => row.trim() !== "").map((row) => row.search(/\S/u)),
  );
  const height = Math.max(HEIGHT, MARGIN * 2 + rows.length * LINE);
  const lines = rows.map((row, index) =>
    toLine(row.slice(indent), index, hasBoxes ? height : null),
  );
  return {
    number,
    part,
    isAttachment,
    size: hasBoxes ? { width: WIDTH, height } : null,
    lines: lines.filter((line) => line.length > 0),
  };
}

function toLine(row: string, index: number, height: number | null): TextLine {
  const isTitle = row.startsWith("# ");
  const text = isTitle ? row.slice(2) : row;
  return [...text.matchAll(/\S+(?: \S+)*/gu)].map((cell) =>
    [...cell[0].matchAll(/\S+/gu)].map((word) =>
      toWord(word[0], { index, column: cell.index + word.index, isTitle, height }),
    ),
  );
}

function toWord(
  text: string,
  {
    index,
    column,
    isTitle,
    height,
  }: { index: number; column: number; isTitle: boolean; height: number | null },
): Word {
  if (height === null) return { text, bbox: null };
  const left = (MARGIN + column * CHARACTER) / WIDTH;
  const bottom = (MARGIN + index * LINE + LETTER) / height;
  return {
    text,
    bbox: [
      left,
      bottom - (isTitle ? TITLE : LETTER) / height,
      Math.min(1, left + (text.length * CHARACTER) / WIDTH),
      bottom,
    ],
  };
}
