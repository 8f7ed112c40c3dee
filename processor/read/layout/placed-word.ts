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
