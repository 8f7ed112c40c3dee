/** In CSS pixels at 100 %, as the file says, before anybody rotated it. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** How large a page is drawn and which side is up. */
export interface PageView {
  /** CSS pixels to a pixel at 100 %. */
  readonly scale: number;
  /** Pixels of the canvas to a CSS pixel. */
  readonly density: number;
  readonly rotation: Rotation;
}

/** A page that can be drawn. */
export interface SourcePage {
  readonly size: PageSize;
  /** Rejects when the signal aborts. */
  paint(canvas: HTMLCanvasElement, view: PageView, signal: AbortSignal): Promise<void>;
  /** Puts text that can be selected into the container; null: there is none. */
  readonly layText: ((container: HTMLElement, view: PageView) => Promise<void>) | null;
  /** Lets go of what drawing left behind; drawing it again is possible. */
  release(): void;
}

/** A page that was drawn before anybody asked for it. */
export interface DrawnPicture {
  readonly canvas: HTMLCanvasElement;
  readonly view: PageView;
}

/** A document as pages that are drawn on demand; from 1. */
export interface PageSource {
  readonly pageCount: number;
  /** Of the first page, and a guess for those that nobody has opened. */
  readonly firstSize: PageSize;
  /**
   * Opens a page and does something with it, one page at a time, the nearest to `wantedPage` first.
   * @throws PreviewRefusal `too-slow` when it takes longer than a page may
   */
  use<T>(page: number, work: (page: SourcePage) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The picture of a page that was drawn ahead, once; null: there is none, or not yet. Absent: there never is one. */
  readonly takePicture?: (page: number) => DrawnPicture | null;
  /** Which page people look at. */
  want(page: number): void;
  close(): void;
}
