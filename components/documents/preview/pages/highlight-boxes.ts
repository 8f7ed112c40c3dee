import type { BoundingBox } from "@/lib/processing/rules/reading/page-text";
import type { Rotation } from "./page-source";

/** A region of a document that corresponds to something outside the preview, such as a field. */
export interface Highlight {
  readonly id: string;
  /** From 1. */
  readonly page: number;
  /**
   * The box in fractions of the page as it is oriented in the file (0..1, origin at the top left); null if the format has
   * no pages.
   */
  readonly bbox: BoundingBox | null;
  /** The words in the region, by which the region is found in formats without boxes; pieces are separated by ` | `. */
  readonly text?: string | null;
}

/** Returns the position of a box after its page has been rotated clockwise. */
export function turnBox([left, top, right, bottom]: BoundingBox, rotation: Rotation): BoundingBox {
  switch (rotation) {
    case 0:
      return [left, top, right, bottom];
    case 90:
      return [1 - bottom, left, 1 - top, right];
    case 180:
      return [1 - right, 1 - bottom, 1 - left, 1 - top];
    case 270:
      return [top, 1 - right, bottom, 1 - left];
  }
}

/** Returns the smallest highlight at a point on the displayed page (0..1); null if there is none. */
export function highlightAt(
  highlights: readonly Highlight[],
  { x, y }: { x: number; y: number },
  rotation: Rotation,
): string | null {
  let [found, area]: [string | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const { id, bbox } of highlights) {
    if (bbox === null) continue;
    const [left, top, right, bottom] = turnBox(bbox, rotation);
    const own = (right - left) * (bottom - top);
    if (x < left || x > right || y < top || y > bottom || own >= area) continue;
    [found, area] = [id, own];
  }
  return found;
}

/** How far from the edge a place must be to count as visible. */
const EDGE = 24;

/**
 * Scrolls a region to a place in its content, in pixels, unless the place is already visible. The page itself never
 * scrolls.
 */
export function showInRegion(
  element: Pick<
    HTMLElement,
    "scrollTop" | "scrollLeft" | "clientHeight" | "clientWidth" | "scrollTo"
  >,
  { top, bottom, left, right }: { top: number; bottom: number; left: number; right: number },
): void {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
  const isSeen =
    top >= scrollTop + EDGE &&
    bottom <= scrollTop + clientHeight - EDGE &&
    left >= scrollLeft &&
    right <= scrollLeft + clientWidth;
  if (isSeen) return;
  element.scrollTo({
    top: (top + bottom) / 2 - clientHeight / 3,
    left: (left + right) / 2 - clientWidth / 2,
  });
}
