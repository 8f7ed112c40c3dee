import type { PageSize, Rotation } from "./page-source";

/** The zoom and rotation of the pages. */
export interface ViewState {
  readonly zoom: Zoom;
  readonly rotation: Rotation;
}

/** How pages are scaled: to the width of the area, to fit entirely, or by a factor. */
type Zoom = "width" | "page" | number;

/** The position of a page in the column, in CSS pixels. */
export interface PagePlace {
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** The column of all pages. */
export interface PageLayout {
  readonly places: readonly PagePlace[];
  readonly width: number;
  readonly height: number;
}

/** The space around and between pages. */
export const PAGE_GAP = 12;
const SCALE_MIN = 0.1;
/** Pages can claim to be kilometres long, but browsers cannot place anything beyond 16 million pixels. */
const PAGE_PIXELS_MAX = 20_000;
/** The limit for the height of all pages together. */
const COLUMN_PIXELS_MAX = 12_000_000;

/** Places all pages in one column. The viewer centres them. */
export function layOutPages(
  sizes: readonly PageSize[],
  { zoom, rotation, area }: { zoom: Zoom; rotation: Rotation; area: PageSize },
): PageLayout {
  const turned = sizes.map((size) => turn(size, rotation));
  const highest = COLUMN_PIXELS_MAX / Math.max(1, turned.length);
  const places: PagePlace[] = [];
  let top = PAGE_GAP;
  let widest = 0;
  for (const size of turned) {
    const bound = Math.min(
      PAGE_PIXELS_MAX / size.width,
      Math.min(PAGE_PIXELS_MAX, highest) / size.height,
    );
    const scale = Math.min(scaleFor(size, zoom, area), bound);
    const [width, height] = [Math.max(1, size.width * scale), Math.max(1, size.height * scale)];
    places.push({ top, width, height, scale });
    top += height + PAGE_GAP;
    widest = Math.max(widest, width);
  }
  return { places, width: widest + 2 * PAGE_GAP, height: top };
}

function scaleFor(size: PageSize, zoom: Zoom, area: PageSize): number {
  if (typeof zoom === "number") return zoom;
  const width = (area.width - 2 * PAGE_GAP) / size.width;
  const height = (area.height - 2 * PAGE_GAP) / size.height;
  return Math.max(SCALE_MIN, zoom === "width" ? width : Math.min(width, height));
}

/** Returns the size after rotation. */
const turn = ({ width, height }: PageSize, rotation: Rotation): PageSize =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** Returns the index of the page at this vertical position, or of the nearest page. */
export function pageAt({ places }: PageLayout, y: number): number {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((places[middle]?.top ?? 0) - PAGE_GAP <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];

/** Returns the next larger or smaller zoom step, or the given scale at either end. */
export function stepZoom(scale: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? STEPS.find((step) => step > scale * 1.01)
      : STEPS.findLast((step) => step < scale * 0.99);
  return next ?? scale;
}
