import type { BoundingBox } from "../../reading/page-text";
import {
  type DocumentText,
  type PageView,
  type Piece,
  type PlacedWord,
  type Stretch,
  unionOf,
} from "./document-text";

/** Consecutive lines of one column: a paragraph, an address, or a value that continues on the next line. */
export interface Passage extends Stretch {
  readonly pieces: readonly Piece[];
  /** The offset of each piece in the text. */
  readonly starts: readonly number[];
}

const PASSAGE_CHARACTERS_MAX = 4_000;

/**
 * Divides the document into passages, in the reading order of their first pieces. Every piece is in exactly one passage.
 */
export function toPassages(document: DocumentText): Passage[] {
  return document.pages.flatMap((page) => passagesOfPage(page).map(toPassage));
}

function passagesOfPage(page: PageView): Piece[][] {
  const all: Piece[][] = [];
  let open: Piece[][] = [];
  for (const line of page.lines) {
    const next: Piece[][] = [];
    for (const piece of line) {
      const continued = open.find((pieces) => isContinuedBy(pieces, piece, line.length));
      if (continued === undefined) {
        const fresh = [piece];
        all.push(fresh);
        next.push(fresh);
      } else {
        continued.push(piece);
        next.push(continued);
      }
    }
    open = next;
  }
  return all;
}

function isContinuedBy(pieces: readonly Piece[], piece: Piece, cellsInLine: number): boolean {
  const last = pieces.at(-1);
  if (last === undefined || last === piece || last.line === piece.line) return false;
  const characters = pieces.reduce((sum, { text }) => sum + text.length + 1, 0);
  if (characters + piece.text.length > PASSAGE_CHARACTERS_MAX) return false;
  if (last.place === null || piece.place === null) return cellsInLine === 1 && last.cell === 0;
  const height = Math.max(1, last.place.bottom - last.place.top);
  const gap = piece.place.top - last.place.bottom;
  if (gap > height * 1.1 || gap < -height * 0.6) return false;
  const shared =
    Math.min(last.place.right, piece.place.right) - Math.max(last.place.left, piece.place.left);
  const narrower = Math.min(
    last.place.right - last.place.left,
    piece.place.right - piece.place.left,
  );
  return shared > narrower * 0.5;
}

function toPassage(pieces: readonly Piece[]): Passage {
  const words: PlacedWord[] = [];
  const starts: number[] = [];
  let text = "";
  for (const piece of pieces) {
    if (text !== "") text += " ";
    starts.push(text.length);
    for (const word of piece.words) words.push({ ...word, start: word.start + text.length });
    text += piece.text;
  }
  return { pieces, starts, text, words, page: pieces[0]?.page ?? 1 };
}

/** Part of a stretch, with its position on the page. */
interface Extract {
  /** The words as written. */
  readonly text: string;
  /** Null if the format has no visual pages. */
  readonly bbox: BoundingBox | null;
  /** From 1. */
  readonly page: number;
}

/** Returns the part of a stretch from `start` to `end` (exclusive), with the box around its words. */
export function wordsOf(stretch: Stretch, start: number, end: number): Extract {
  const words = stretch.words.filter(
    (word) => word.start < end && word.start + word.text.length > start,
  );
  return { text: stretch.text.slice(start, end), bbox: unionOf(words), page: stretch.page };
}
