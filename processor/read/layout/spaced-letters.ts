const LETTERS_MIN = 4;
const LETTER = /^\p{L}\p{M}*$/u;
const SIGN = /^[-./:&]$/;
/** Between words of a title, in gaps between its letters. */
const WORD_GAP = 1.6;

/** A piece of a line that may be one letter of a word whose letters stand apart. */
interface Piece {
  readonly text: string;
  /** To the piece before it, in any unit; equal for pieces that are equally far apart. */
  readonly gap: number;
}

/**
 * Which pieces are the letters of a word that is set with wide spaces, as titles are ("R E C H N U N G"): ranges of indexes, both ends
 * included. Letters that stand beside each other for their own sake, such as "A B C D" or "x x x x", are none.
 */
export function findSpacedWords(pieces: readonly Piece[]): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (let first = 0; first < pieces.length; first += 1) {
    let last = first;
    while (last < pieces.length && isSingle(pieces[last], last === first)) last += 1;
    if (last - first >= LETTERS_MIN) found.push(...wordsIn(pieces, first, last - 1));
    first = Math.max(first, last);
  }
  return found;
}

function isSingle(piece: Piece | undefined, isFirst: boolean): boolean {
  if (piece === undefined) return false;
  return LETTER.test(piece.text) || (!isFirst && SIGN.test(piece.text));
}

/** The words of one run of single letters, which is all spaced or not at all. */
function wordsIn(pieces: readonly Piece[], first: number, last: number): [number, number][] {
  const run = pieces.slice(first, last + 1);
  const letters = run.map(({ text }) => text).filter((text) => LETTER.test(text));
  if (letters.length < LETTERS_MIN || isSeries(letters)) return [];
  const gaps = run.slice(1).map(({ gap }) => gap);
  const usual = [...gaps].sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  const words: [number, number][] = [];
  let start = first;
  for (let index = first + 1; index <= last + 1; index += 1) {
    if (index <= last && (pieces[index]?.gap ?? 0) <= usual * WORD_GAP) continue;
    if (index - 1 > start) words.push([start, index - 1]);
    start = index;
  }
  return words;
}

/** Classes, columns and boxes to tick: in the order of the alphabet, or all the same. */
function isSeries(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.toLowerCase().codePointAt(0) ?? 0);
  const isUpwards = codes.every((code, index) => index === 0 || code > (codes[index - 1] ?? 0));
  return isUpwards || new Set(codes).size <= 2;
}
