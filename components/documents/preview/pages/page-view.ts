import type { PagePlace } from "./page-layout";
import type { PageView, Rotation } from "./page-source";

/** The limit for one canvas, 32 MB. Larger pages are drawn at a lower resolution. */
export const CANVAS_PIXELS_MAX = 8_000_000;

/** Returns the view in which the page at this place is drawn on this screen. */
export function pageView({ width, height, scale }: PagePlace, rotation: Rotation): PageView {
  const finest = Math.sqrt(CANVAS_PIXELS_MAX / Math.max(1, width * height));
  return { scale, density: Math.min(window.devicePixelRatio, finest), rotation };
}

/** Whether a picture drawn for one view can be shown for the other. */
export const isSameView = (one: PageView | null, other: PageView): boolean =>
  one?.scale === other.scale && one.density === other.density && one.rotation === other.rotation;
