import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PageView, SourcePage } from "../pages/page-source";
import { loadPdfjs } from "./load-pdfjs";
import { PIXELS_PER_POINT } from "./pdfjs-files";

/** More pieces of text than a page of a telephone book contains. If a page has more, its text cannot be selected. */
const TEXT_ITEMS_MAX = 15_000;

/** Wraps a page of a PDF for drawing. */
export function pdfPage(page: PDFPageProxy): SourcePage {
  const { width, height } = page.getViewport({ scale: PIXELS_PER_POINT });
  const viewportOf = (scale: number, { rotation }: PageView) =>
    page.getViewport({
      scale: scale * PIXELS_PER_POINT,
      rotation: (page.rotate + rotation) % 360,
    });
  return {
    size: { width, height },
    async paint(canvas, view, signal) {
      signal.throwIfAborted();
      const viewport = viewportOf(view.scale * view.density, view);
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const task = page.render({ canvas, viewport });
      const cancel = () => task.cancel();
      signal.addEventListener("abort", cancel, { once: true });
      try {
        await task.promise;
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
    async layText(container, view) {
      const { TextLayer } = await loadPdfjs();
      // Without marked content, because its ids would become element ids on our page.
      const content = await page.getTextContent({ includeMarkedContent: false });
      if (content.items.length > TEXT_ITEMS_MAX) return;
      const viewport = viewportOf(view.scale, view);
      await new TextLayer({ textContentSource: content, container, viewport }).render();
    },
    release: () => void page.cleanup(),
  };
}
