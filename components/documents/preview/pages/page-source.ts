/** In CSS pixels at 100%, as declared in the file, before any rotation. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** The scale and rotation of a drawn page. */
export interface PageView {
  /** The number of CSS pixels per pixel at 100%. */
  readonly scale: number;
  /** The number of canvas pixels per CSS pixel. */
  readonly density: number;
  readonly rotation: Rotation;
}

/** A page that can be drawn. */
export interface SourcePage {
  readonly size: PageSize;
  /** Rejects if the signal aborts. */
  paint(canvas: HTMLCanvasElement, view: PageView, signal: AbortSignal): Promise<void>;
  /** Adds selectable text to the container; null if the page has none. */
  readonly layText: ((container: HTMLElement, view: PageView) => Promise<void>) | null;
  /** Releases the memory used for drawing. The page can be drawn again. */
  release(): void;
}

/** A page that was drawn before it was requested. */
export interface DrawnPicture {
  readonly canvas: HTMLCanvasElement;
  readonly view: PageView;
}

/** A document as pages, drawn on demand. Page numbers begin at 1. */
export interface PageSource {
  readonly pageCount: number;
  /** The size of the first page, and an estimate for pages not opened yet. */
  readonly firstSize: PageSize;
  /**
   * Opens a page and runs the work, one page at a time, beginning with the page nearest to the one set by `want`.
   * @throws PreviewRefusal `too-slow` if it takes longer than a page may take
   */
  use<T>(page: number, work: (page: SourcePage) => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * Hands over the picture of a page that was drawn early, at most once. Returns null if there is none, or none yet. Absent if pages are never
   * drawn early.
   */
  readonly takePicture?: (page: number) => DrawnPicture | null;
  /** Sets the page that the user is looking at. */
  want(page: number): void;
  close(): void;
}
