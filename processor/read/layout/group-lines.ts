import { cleanWord, cutWord } from "@/lib/processing/rules/reading/clean-text";
import type { BoundingBox, TextLine, Word } from "@/lib/processing/rules/reading/page-text";
import { type PageSize, type PlacedWord, splitByAngle } from "./split-by-angle";

/** A word with its box in a coordinate system in which its line runs from left to right. */
interface FramedWord {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  readonly run: number | undefined;
}

interface Line {
  center: number;
  height: number;
  readonly words: FramedWord[];
}

/**
 * Gaps as multiples of the word height. Words closer than `GLUED_GAP` are fragments of one word; a gap wider than
 * `SEGMENT_GAP` starts a new segment.
 */
const GLUED_GAP = 0.08;
const SEGMENT_GAP = 1.4;
const OVERLAP = 0.15;
/** The greatest distance between the middle of a word and the middle of its line, as a fraction of the smaller height. */
const LINE_DISTANCE = 0.5;
/** Words arrive almost in order from top to bottom, so only the latest lines can contain a word. */
const LINES_LOOKED_BACK = 30;

/**
 * Groups words into the lines of a page as people read them: words at the same height, from left to right, in segments
 * divided by wide gaps. Joins fragments drawn side by side into words, and counts text drawn twice only once. Text in the
 * main direction comes first. Words outside the page are omitted.
 */
export function groupLines(words: readonly PlacedWord[], size: PageSize): TextLine[] {
  return splitByAngle(words).flatMap(({ angle, words: sameWay }) => {
    const toPage = (word: FramedWord) => boxOnPage(word, angle, size);
    return linesOf(sameWay.map((word) => intoFrame(word, angle)))
      .map((line) => segmentsOf(line).map((segment) => shown(joinSpaced(segment), toPage)))
      .map((segments) => segments.filter((segment) => segment.length > 0))
      .filter((segments) => segments.length > 0);
  });
}

function intoFrame(word: PlacedWord, angle: number): FramedWord {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const left = word.x * cos + word.y * sin;
  const baseline = word.y * cos - word.x * sin;
  const { text, width, ascent, descent, run } = word;
  const [top, bottom] = [baseline - ascent, baseline + descent];
  return { text, left, right: left + width, top, bottom, run };
}

function boxOnPage(word: FramedWord, angle: number, size: PageSize): BoundingBox | null {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [word.left, word.right].flatMap((u) =>
    [word.top, word.bottom].map((v) => [u * cos - v * sin, u * sin + v * cos] as const),
  );
  const across = corners.map(([x]) => x / size.width);
  const down = corners.map(([, y]) => y / size.height);
  const box = [
    Math.min(...across),
    Math.min(...down),
    Math.max(...across),
    Math.max(...down),
  ] as const;
  const isOutside = box[0] >= 1 || box[1] >= 1 || box[2] <= 0 || box[3] <= 0;
  return isOutside || box.some((part) => Number.isNaN(part))
    ? null
    : [part(box[0]), part(box[1]), part(box[2]), part(box[3])];
}

/** Four decimal places correspond to a tenth of a millimetre on paper. */
const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

function shown(
  segment: readonly FramedWord[],
  toPage: (word: FramedWord) => BoundingBox | null,
): Word[] {
  return segment.flatMap((word) => {
    const bbox = toPage(word);
    // Fragments that were joined may be a letter and its accent, and may be longer than the maximum length of a word.
    return bbox === null ? [] : cutWord(cleanWord(word.text)).map((text) => ({ text, bbox }));
  });
}

const heightOf = (word: FramedWord) => word.bottom - word.top;
const centerOf = (word: FramedWord) => (word.top + word.bottom) / 2;

function linesOf(words: FramedWord[]): Line[] {
  words.sort((one, other) => centerOf(one) - centerOf(other) || one.left - other.left);
  const lines: Line[] = [];
  for (const word of words) {
    const line = findLine(lines, word);
    if (!line) {
      lines.push({ center: centerOf(word), height: heightOf(word), words: [word] });
      continue;
    }
    line.words.push(word);
    line.center += (centerOf(word) - line.center) / line.words.length;
    line.height = Math.max(line.height, heightOf(word));
  }
  return lines.sort((one, other) => one.center - other.center);
}

function findLine(lines: readonly Line[], word: FramedWord): Line | null {
  const center = centerOf(word);
  const height = heightOf(word);
  for (
    let index = lines.length - 1;
    index >= 0 && index >= lines.length - LINES_LOOKED_BACK;
    index -= 1
  ) {
    const line = lines[index];
    if (line && Math.abs(line.center - center) < Math.min(line.height, height) * LINE_DISTANCE)
      return line;
  }
  return null;
}

function segmentsOf({ words }: Line): FramedWord[][] {
  words.sort((one, other) => one.left - other.left);
  keepRunsTogether(words);
  const segments: FramedWord[][] = [];
  let last: FramedWord | null = null;
  for (const word of words) {
    const gap: number = last ? word.left - last.right : Number.POSITIVE_INFINITY;
    if (last && isDrawnTwice(last, word)) continue;
    const isApart = last !== null && isOtherCell(last, word, gap);
    if (last && !isApart && isPiece(word, gap)) {
      glue(last, word);
      continue;
    }
    if (!isApart && gap < heightOf(word) * SEGMENT_GAP) segments.at(-1)?.push(word);
    else segments.push([word]);
    last = word;
  }
  return segments;
}

/**
 * If a piece of text is too long for its place and overlaps the next piece, keeps its last words in front of the first
 * words of the next piece.
 */
function keepRunsTogether(words: FramedWord[]): void {
  for (let index = 1; index + 1 < words.length; index += 1) {
    const [before, word, after] = [words[index - 1], words[index], words[index + 1]];
    if (!before || !word || !after || after.run === undefined) continue;
    const isBetween = before.run === after.run && word.run !== after.run;
    const height = heightOf(word);
    if (!isBetween || after.left > word.right - height * OVERLAP) continue;
    if (after.left - before.right > height * SEGMENT_GAP) continue;
    words[index] = after;
    words[index + 1] = word;
  }
}

const isPiece = (word: FramedWord, gap: number) =>
  gap < heightOf(word) * GLUED_GAP && gap > -heightOf(word) * SEGMENT_GAP;

/**
 * Whether words that touch or overlap are separate cells and not fragments of a word: kerning moves letters by less, and
 * a number does not continue a word.
 */
function isOtherCell(last: FramedWord, word: FramedWord, gap: number): boolean {
  if (last.run === word.run || gap > heightOf(word) * GLUED_GAP) return false;
  const isOverlapping =
    gap < -heightOf(word) * OVERLAP && last.text.length > 1 && word.text.length > 1;
  return isOverlapping || (/\p{L}{3}$/u.test(last.text) && /^\d.{2}/u.test(word.text));
}

/** Programs often create bold text and shadows by drawing the same text again with a small offset. */
function isDrawnTwice(one: FramedWord, other: FramedWord): boolean {
  return (
    one.text === other.text && other.left - one.left < heightOf(one) * 0.3 && other.left < one.right
  );
}

/** Joins letters that are spaced apart into words. */
function joinSpaced(segment: readonly FramedWord[]): readonly FramedWord[] {
  const pieces = segment.map((word, index) => ({
    text: word.text,
    gap: word.left - (segment[index - 1]?.right ?? word.left),
  }));
  const joined = [...segment];
  for (const [first, last] of findSpacedWords(pieces).reverse()) {
    const [word, ...others] = joined.slice(first, last + 1);
    if (!word) continue;
    for (const other of others) glue(word, other);
    joined.splice(first, others.length + 1, word);
  }
  return joined;
}

function glue(word: FramedWord, next: FramedWord): void {
  word.text += next.text;
  word.right = Math.max(word.right, next.right);
  word.top = Math.min(word.top, next.top);
  word.bottom = Math.max(word.bottom, next.bottom);
}

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
