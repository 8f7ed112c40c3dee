import { LIMITS } from "../../limits";
import type { BoundingBox, PageText, Segment, Word } from "../../reading/page-text";

/** A word and its offset in the text of its stretch. */
export interface PlacedWord {
  readonly text: string;
  readonly start: number;
  readonly bbox: BoundingBox | null;
}

/** Words in reading order, separated by single spaces. */
export interface Stretch {
  readonly text: string;
  readonly words: readonly PlacedWord[];
  /** The page number, counted from 1. */
  readonly page: number;
}

/** The position of a piece, in points from the top left corner. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A table cell, a column of a letter, or a whole line. */
export interface Piece extends Stretch {
  /** Position in reading order across the whole document. */
  readonly order: number;
  /** The line number on the page, counted from 0. */
  readonly line: number;
  /** The index of the piece in its line, counted from 0. */
  readonly cell: number;
  /** Null if the format has no visual pages. */
  readonly place: Place | null;
}

/** A page as lines of pieces. */
export interface PageView {
  readonly number: number;
  readonly isAttachment: boolean;
  readonly width: number | null;
  readonly height: number | null;
  readonly lines: readonly (readonly Piece[])[];
}

/** The text that is classified; its size is bounded, however long the document is. */
export interface DocumentText {
  readonly pages: readonly PageView[];
  /** Whether the document continues after these pages. */
  readonly isCut: boolean;
}

/** Longer words are cut, because nothing that is searched for is longer. This keeps every search linear. */
const WORD_CHARACTERS_MAX = 120;
const PIECE_CHARACTERS_MAX = 1_500;
/** No real table has more columns. The limit matters because each cell is compared with the cells on the line above. */
const CELLS_MAX = 200;

/**
 * Prepares the pages for classification. Only the beginning of a very long document counts (`LIMITS`), but that is far
 * more than any lease contract has.
 */
export function toDocumentText(pages: readonly PageText[]): DocumentText {
  const { judgedCharactersMax: characters, judgedLinesMax: lines } = LIMITS;
  const budget = { characters, lines, order: 0, isExceeded: false };
  const views: PageView[] = [];
  for (const page of pages) {
    if (budget.isExceeded) break;
    views.push(toPageView(page, budget));
  }
  return { pages: views, isCut: budget.isExceeded };
}

interface Budget {
  characters: number;
  lines: number;
  order: number;
  /** Whether anything was omitted. */
  isExceeded: boolean;
}

function toPageView(page: PageText, budget: Budget): PageView {
  const lines: Piece[][] = [];
  for (const line of page.lines) {
    if (budget.characters <= 0 || budget.lines <= 0) {
      budget.isExceeded = true;
      break;
    }
    budget.lines -= 1;
    const pieces: Piece[] = [];
    for (const segment of line.slice(0, CELLS_MAX)) {
      for (const words of shortEnough(segment)) {
        const piece = toPiece(words, page, { line: lines.length, cell: pieces.length, budget });
        if (piece !== null) pieces.push(piece);
      }
    }
    lines.push(pieces);
  }
  return {
    number: page.number,
    isAttachment: page.isAttachment,
    width: page.size?.width ?? null,
    height: page.size?.height ?? null,
    lines,
  };
}

/** Cuts a line of hostile or unwrapped text into pieces of bounded length, between words. */
function shortEnough(segment: Segment): Segment[] {
  const parts: Word[][] = [];
  let current: Word[] = [];
  let characters = 0;
  for (const word of segment) {
    const length = Math.min(word.text.length, WORD_CHARACTERS_MAX) + 1;
    if (characters + length > PIECE_CHARACTERS_MAX && current.length > 0) {
      parts.push(current);
      current = [];
      characters = 0;
    }
    current.push(word);
    characters += length;
  }
  if (current.length > 0) parts.push(current);
  return parts;
}

function toPiece(
  segment: Segment,
  page: PageText,
  { line, cell, budget }: { line: number; cell: number; budget: Budget },
): Piece | null {
  const words: PlacedWord[] = [];
  let text = "";
  for (const word of segment) {
    const plain = toPlainWord(word.text);
    if (plain === "") continue;
    if (text !== "") text += " ";
    words.push({ text: plain, start: text.length, bbox: word.bbox });
    text += plain;
  }
  if (text === "") return null;
  if (budget.characters <= 0) {
    budget.isExceeded = true;
    return null;
  }
  budget.characters -= text.length;
  budget.order += 1;
  const place = toPlace(words, page);
  return { text, words, page: page.number, order: budget.order, line, cell, place };
}

/** Converts ligatures, full-width forms and no-break spaces to what people type, and removes soft hyphens. */
function toPlainWord(text: string): string {
  const cut = text.length > WORD_CHARACTERS_MAX ? text.slice(0, WORD_CHARACTERS_MAX) : text;
  return cut
    .replace(/[\uFB00-\uFB06\uFF01-\uFF5E]/gu, (character) => character.normalize("NFKC"))
    .normalize("NFC")
    .replace(/[\u00AD\u200B-\u200D\uFEFF]/gu, "")
    .replace(/[\s\u00A0]+/gu, " ")
    .trim();
}

function toPlace(words: readonly PlacedWord[], { size }: PageText): Place | null {
  const bbox = unionOf(words);
  if (bbox === null || size === null) return null;
  const [left, top, right, bottom] = bbox;
  return {
    left: left * size.width,
    top: top * size.height,
    right: right * size.width,
    bottom: bottom * size.height,
  };
}

/** Returns the box around all words that have one; null if no word has a box. */
export function unionOf(words: readonly PlacedWord[]): BoundingBox | null {
  let union: [number, number, number, number] | null = null;
  for (const { bbox } of words) {
    if (bbox === null) continue;
    union ??= [1, 1, 0, 0];
    union = [
      Math.min(union[0], bbox[0]),
      Math.min(union[1], bbox[1]),
      Math.max(union[2], bbox[2]),
      Math.max(union[3], bbox[3]),
    ];
  }
  return union;
}
