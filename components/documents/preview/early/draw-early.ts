import type { DrawnPicture } from "../pages/page-source";
import type { EarlyOpening } from "../pdf/early-opening";

/** What the drawing needs to know of the viewer. */
export interface EarlyPlace {
  /** Of the element in whose place the viewer will scroll its pages. */
  readonly selector: string;
  /** Around and between pages. */
  readonly gap: number;
  readonly pixelsPerPoint: number;
  readonly canvasPixelsMax: number;
  /** Of one page and of all pages, in CSS pixels; beyond, the viewer makes them smaller. */
  readonly pageHeightMax: number;
  readonly columnHeightMax: number;
}

/**
 * Draws the first page to the width of the region, where the viewer will draw it; null: the region is gone, or the viewer would draw it otherwise. Its text is sent in the
 * page as a script: it must use nothing outside itself. Where it measures otherwise than the viewer, the viewer draws the page again.
 */
export async function drawEarly(
  { task }: EarlyOpening,
  { selector, gap, pixelsPerPoint, ...limits }: EarlyPlace,
): Promise<DrawnPicture | null> {
  const pdf = await task.promise;
  const page = await pdf.getPage(1);
  const region = document.querySelector<HTMLElement>(selector);
  if (!region) return null;
  const natural = page.getViewport({ scale: pixelsPerPoint });
  const column = document.createElement("div");
  const holder = document.createElement("div");
  column.append(holder);
  region.replaceChildren(column);
  const place = () => {
    const scale = Math.max(0.1, (region.clientWidth - 2 * gap) / natural.width);
    const [width, height] = [natural.width * scale, natural.height * scale];
    // As high as all pages, so that the region gets the scroll bar that the viewer will have.
    const columnHeight = gap + pdf.numPages * (height + gap);
    if (height > limits.pageHeightMax || columnHeight > limits.columnHeightMax) return null;
    column.style.cssText = `position:relative;min-width:100%;height:${columnHeight}px`;
    holder.style.cssText = `position:absolute;background:#fff;top:${gap}px;left:max(${gap}px,calc(50% - ${width / 2}px));width:${width}px;height:${height}px`;
    return { scale, width, height };
  };
  const placed = place() && place();
  if (!placed) return null;
  const { scale, width, height } = placed;
  const finest = Math.sqrt(limits.canvasPixelsMax / Math.max(1, width * height));
  const view = { scale, density: Math.min(devicePixelRatio, finest), rotation: 0 as const };
  const viewport = page.getViewport({ scale: scale * view.density * pixelsPerPoint });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.style.cssText = "width:100%;height:100%";
  await page.render({ canvas, viewport }).promise;
  holder.append(canvas);
  return { canvas, view };
}
