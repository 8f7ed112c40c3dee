import type { DrawnPicture } from "../pages/page-source";
import type { EarlyOpening } from "../pdf/early-opening";
import type { EarlyGlobal } from "./early-start";

/** What `drawEarly` needs to know about the viewer. */
export interface EarlyPlace {
  /** Selects the element that the viewer will replace. */
  readonly selector: string;
  /** The space around and between pages. */
  readonly gap: number;
  readonly pixelsPerPoint: number;
  readonly canvasPixelsMax: number;
  /** The limits of one page and of all pages, in CSS pixels. The viewer shrinks larger pages. */
  readonly pageHeightMax: number;
  readonly columnHeightMax: number;
}

/**
 * Draws the first page of the PDF that `startEarly` opens, where the viewer will draw it. Leaves it as the `picture` of
 * the start, which is null if the region is gone or if the viewer would draw the page differently. If the viewer measures
 * another size, it draws the page again. This function's source is sent as a script, so it must not use anything outside
 * itself.
 */
export function drawEarly({ selector, gap, pixelsPerPoint, ...limits }: EarlyPlace): void {
  const start = (globalThis as EarlyGlobal).stagedoorEarlyStart;
  if (!start) return;
  const draw = async ({ task }: EarlyOpening): Promise<DrawnPicture | null> => {
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
      // As high as all pages together, so that the region gets the same scroll bar as in the viewer.
      const columnHeight = gap + pdf.numPages * (height + gap);
      if (height > limits.pageHeightMax || columnHeight > limits.columnHeightMax) return null;
      column.style.cssText = `position:relative;min-width:100%;height:${columnHeight}px`;
      holder.style.cssText = `position:absolute;background:#fff;top:${gap}px;left:max(${gap}px,calc(50% - ${width / 2}px));width:${width}px;height:${height}px`;
      return { scale, width, height };
    };
    const placed = place() && place();
    if (!placed) {
      region.replaceChildren();
      return null;
    }
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
  };
  start.picture = start.opening.then((opened) => opened && draw(opened)).catch(() => null);
}
