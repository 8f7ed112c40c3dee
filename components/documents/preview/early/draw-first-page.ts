import { layOutPages, PAGE_GAP, type PagePlace } from "../pages/page-layout";
import type { DrawnPicture, PageSource } from "../pages/page-source";
import { pageView } from "../pages/page-view";

/**
 * Draws the first page into a region that stands where the viewer will, as wide as the viewer will draw it. Returns the source, from
 * which the viewer takes the picture. A page that cannot be drawn is left to the viewer, which says why.
 */
export function drawFirstPage(
  source: PageSource,
  region: HTMLElement,
  signal: AbortSignal,
): PageSource {
  let drawn: DrawnPicture | null = null;
  const drawing = source.use(
    1,
    async (page) => {
      try {
        // The viewer has taken over meanwhile.
        if (!region.isConnected) return;
        const { holder, place } = placeFirstPage(source, region);
        const canvas = document.createElement("canvas");
        canvas.className = "size-full";
        const view = pageView(place, 0);
        await page.paint(canvas, view, signal);
        drawn = { canvas, view };
        holder.replaceChildren(canvas);
      } finally {
        page.release();
      }
    },
    signal,
  );
  drawing.catch(() => undefined);
  return {
    ...source,
    takePicture: (number) => {
      const taken = number === 1 ? drawn : null;
      if (taken) drawn = null;
      return taken;
    },
  };
}

/** The column is as high as all pages, so that the region gets the scroll bar that the viewer will have. */
function placeFirstPage(
  { firstSize, pageCount }: PageSource,
  region: HTMLElement,
): { holder: HTMLElement; place: PagePlace } {
  const column = document.createElement("div");
  const holder = document.createElement("div");
  column.className = "relative mx-auto";
  holder.className = "absolute bg-white shadow-tile";
  column.append(holder);
  region.replaceChildren(column);
  const sizes = Array.from({ length: pageCount }, () => firstSize);
  const measure = () => {
    const area = { width: region.clientWidth, height: region.clientHeight };
    const layout = layOutPages(sizes, { zoom: "width", rotation: 0, area });
    const [place = { top: PAGE_GAP, width: 1, height: 1, scale: 1 }] = layout.places;
    Object.assign(column.style, { height: `${layout.height}px`, minWidth: "100%" });
    Object.assign(holder.style, {
      ...{ top: `${place.top}px`, width: `${place.width}px`, height: `${place.height}px` },
      left: `max(${PAGE_GAP}px, calc(50% - ${place.width / 2}px))`,
    });
    return place;
  };
  measure();
  return { holder, place: measure() };
}
