/** The size of a page in CSS pixels at 100%, as declared in the file, before any rotation. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** The scale and rotation of a drawn page. */
export interface PageView {
  /** The zoom factor; 1 is 100%. */
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
  /** Adds selectable text to the container; null if the page has no text. */
  readonly layText: ((container: HTMLElement, view: PageView) => Promise<void>) | null;
  /** Releases the memory used for drawing. The page can be drawn again. */
  release(): void;
}

/** A document as pages, drawn on demand. Page numbers begin at 1. */
export interface PageSource {
  readonly pageCount: number;
  /** The size of the first page, which is also the estimate for pages that have not been opened yet. */
  readonly firstSize: PageSize;
  /**
   * Opens a page and runs the work, one page at a time, beginning with the page nearest to the page set by `want`.
   * @throws PreviewRefusal `too-slow` if the work takes longer than a page may take
   */
  use<T>(page: number, work: (page: SourcePage) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Sets the page that the user is looking at. */
  want(page: number): void;
  close(): void;
}
