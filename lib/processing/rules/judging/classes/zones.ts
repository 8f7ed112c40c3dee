import type { DocumentText, PageView, Piece } from "../text/document-text";
import { countLetters, toComparable } from "./evidence";

/** The position of a piece of text. A phrase in a title counts more than one in a paragraph. */
export type ZoneKind = "title" | "head" | "body";

/** A piece of text in the form that evidence is matched against. */
export interface Zone {
  readonly kind: ZoneKind;
  /** Comparable. */
  readonly text: string;
  readonly letters: number;
  /** Offset of the zone in the text of all zones. */
  readonly start: number;
}

/** All zones and their text, one zone per line. */
export interface Zones {
  readonly all: readonly Zone[];
  readonly text: string;
}

const CHARACTERS_MAX = 24_000;
const PAGES_MAX = 6;
const HEAD_LINES = 18;
/** A line larger than the usual one by this factor is a heading. */
const TITLE_HEIGHT = 1.2;
const TITLE_WORDS_MAX = 14;

/** Returns the text that decides the class: the first pages, with the title and the head on the first of them. */
export function toZones(pages: DocumentText["pages"]): Zones {
  const all: Zone[] = [];
  let text = "";
  for (const { piece, kind } of pages.slice(0, PAGES_MAX).flatMap(placedPieces)) {
    if (text.length > CHARACTERS_MAX) break;
    const comparable = toComparable(piece.text);
    all.push({ kind, text: comparable, letters: countLetters(comparable), start: text.length });
    text += `${comparable}\n`;
  }
  return { all, text };
}

function placedPieces(page: PageView, index: number): { piece: Piece; kind: ZoneKind }[] {
  const usual = usualHeight(page);
  return page.lines
    .filter((line) => line.length > 0)
    .flatMap((line, row) =>
      line.map((piece) => ({ piece, kind: index === 0 ? kindOf(piece, row + 1, usual) : "body" })),
    );
}

function kindOf(piece: Piece, line: number, usual: number | null): ZoneKind {
  const isShort = piece.words.length <= TITLE_WORDS_MAX;
  if (usual === null || piece.place === null) {
    return line <= 3 && isShort ? "title" : line <= HEAD_LINES ? "head" : "body";
  }
  const height = piece.place.bottom - piece.place.top;
  if (height > usual * TITLE_HEIGHT && isShort) return "title";
  return line <= HEAD_LINES ? "head" : "body";
}

/** Returns the height of most characters; null without geometry. */
function usualHeight(page: PageView): number | null {
  const heights: { height: number; characters: number }[] = [];
  let characters = 0;
  for (const piece of page.lines.flat()) {
    if (piece.place === null) continue;
    heights.push({ height: piece.place.bottom - piece.place.top, characters: piece.text.length });
    characters += piece.text.length;
  }
  heights.sort((a, b) => a.height - b.height);
  let seen = 0;
  for (const entry of heights) {
    seen += entry.characters;
    if (seen >= characters / 2) return entry.height;
  }
  return null;
}
