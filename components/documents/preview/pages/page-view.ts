import type { PagePlace } from "./page-layout";
import type { PageView, Rotation } from "./page-source";

/** Of one canvas, 32 MB; larger pages are drawn less finely. */
export const CANVAS_PIXELS_MAX = 8_000_000;

/** How a page is drawn at its place on this screen. */
export function pageView({ width, height, scale }: PagePlace, rotation: Rotation): PageView {
  const finest = Math.sqrt(CANVAS_PIXELS_MAX / Math.max(1, width * height));
  return { scale, density: Math.min(window.devicePixelRatio, finest), rotation };
}

/** Whether a picture of one view is the picture of the other one. */
export const isSameView = (one: PageView | null, other: PageView): boolean =>
  one?.scale === other.scale && one.density === other.density && one.rotation === other.rotation;
