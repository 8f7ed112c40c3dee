/** A word and its place, in points of the page as shown, from the top left corner. */
export interface PlacedWord {
  readonly text: string;
  /** Of the beginning of its baseline. */
  readonly x: number;
  readonly y: number;
  /** Along the baseline. */
  readonly width: number;
  /** Above and below the baseline, both positive. */
  readonly ascent: number;
  readonly descent: number;
  /** Of the baseline, in radians, clockwise as shown; 0 for text that reads from left to right. */
  readonly angle: number;
  /** Words with the same number are drawn as one stretch of text. */
  readonly run?: number;
}

/** The page as shown, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}
