/** A word and its position on the page as displayed, in points from the top left corner. */
export interface PlacedWord {
  readonly text: string;
  /** The start of the word's baseline. */
  readonly x: number;
  readonly y: number;
  /** The length of the word along the baseline. */
  readonly width: number;
  /** The height of the word above and below the baseline, both positive. */
  readonly ascent: number;
  readonly descent: number;
  /** The direction of the baseline in radians, clockwise as displayed; 0 for text that reads from left to right. */
  readonly angle: number;
  /** Words with the same number were drawn as one piece of text. */
  readonly run?: number;
}

/** The size of the page as displayed, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Words that run in the same direction. */
interface SameWay {
  /** The angle of most of the words in radians, so that a page scanned at an angle still has straight lines. */
  readonly angle: number;
  readonly words: readonly PlacedWord[];
}

/**
 * Scans are tilted by less than this angle; text at any other angle between the four directions is a stamp or a
 * watermark.
 */
const ASKEW_MAX = 0.105;
const QUARTER = Math.PI / 2;
const STAMP_STEP = Math.PI / 18;

/** Groups the words of a page by direction, the direction with the most text first. */
export function splitByAngle(words: readonly PlacedWord[]): SameWay[] {
  const groups = new Map<number, PlacedWord[]>();
  for (const word of words) {
    const direction = directionOf(word.angle);
    const group = groups.get(direction);
    if (group) group.push(word);
    else groups.set(direction, [word]);
  }
  return [...groups.values()]
    .sort((one, other) => charactersOf(other) - charactersOf(one))
    .map((group) => ({ angle: medianAngle(group), words: group }));
}

/** Returns the same number for all angles that count as the same direction. */
function directionOf(angle: number): number {
  const quarters = Math.round(angle / QUARTER);
  if (Math.abs(angle - quarters * QUARTER) < ASKEW_MAX) return (quarters + 4) % 4;
  return 100 + Math.round(angle / STAMP_STEP);
}

const charactersOf = (words: readonly PlacedWord[]) =>
  words.reduce((sum, { text }) => sum + text.length, 0);

function medianAngle(words: readonly PlacedWord[]): number {
  const first = words[0]?.angle ?? 0;
  if (words.every(({ angle }) => angle === first)) return first;
  // The angles of one group may lie on both sides of ±180°, where their sign changes.
  const turned = words.map(({ angle, width }) => ({
    turn: wrap(angle - first),
    width: Math.abs(width),
  }));
  turned.sort((one, other) => one.turn - other.turn);
  const half = turned.reduce((sum, { width }) => sum + width, 0) / 2;
  let before = 0;
  for (const { turn, width } of turned) {
    before += width;
    if (before >= half) return first + turn;
  }
  return first;
}

const wrap = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle));
