const LETTERS_MIN = 4;
const LETTER = /^\p{L}\p{M}*$/u;
const SIGN = /^[-./:&]$/;
/** The gap between words of a title, as a multiple of the gap between its letters. */
const WORD_GAP = 1.6;

/** A piece of a line that may be a single letter of a spaced word. */
interface Piece {
  readonly text: string;
  /** The distance from the previous piece, in any unit; equal for equally spaced pieces. */
  readonly gap: number;
}

/**
 * Finds pieces that are the letters of a word set with wide spaces, as in titles ("R E C H N U N G"), as ranges of
 * indexes including both ends. Series of single letters, such as "A B C D" or "x x x x", do not count.
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

/** Returns the words in a run of single letters. Either all letters of the run belong to spaced words, or none do. */
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

/**
 * Returns whether the letters are a series, such as the names of classes, columns or tick boxes: either in alphabetical
 * order or all the same.
 */
function isSeries(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.toLowerCase().codePointAt(0) ?? 0);
  const isUpwards = codes.every((code, index) => index === 0 || code > (codes[index - 1] ?? 0));
  return isUpwards || new Set(codes).size <= 2;
}
