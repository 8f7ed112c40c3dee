import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PreviewRefusal } from "../file/preview-refusal";
import type { PageSource, PageView, SourcePage } from "../pages/page-source";
import { takeTurns } from "../pages/take-turns";
import { loadPdfjs, rejectable } from "./load-pdfjs";
import type { OpenPdf } from "./open-pdf";
import { PIXELS_PER_POINT } from "./pdfjs-files";

/** The limit for opening, parsing and drawing one page. */
const PAGE_TIMEOUT_MS = 20_000;
/** The viewer reserves space for every page, and a small file can claim any number of them. */
const PAGES_MAX = 10_000;

/**
 * Opens a PDF as pages. If a page takes too long, it fails and the thread that parses it is stopped; `open` is called
 * again for the next page. `open` is also called again after opening or reading has failed, and a page that is waiting
 * for the PDF gets the error immediately.
 * @throws PreviewRefusal if the PDF cannot be opened
 */
export async function openPdfSource(open: () => Promise<OpenPdf>): Promise<PageSource> {
  const pdfs = reopenable(open);
  const turns = takeTurns();
  const { document } = await pdfs.current();
  /**
   * Whether the previous work on a page was aborted. The parser may then still be busy with that work, which nobody
   * needs.
   */
  let isBehind = false;
  const attempt = async <T>(number: number, work: (page: SourcePage) => Promise<T>) => {
    const slow = rejectable();
    const timer = setTimeout(() => slow.reject(new PreviewRefusal("too-slow")), PAGE_TIMEOUT_MS);
    const opened = pdfs.current();
    try {
      const working = opened.then(({ document, failed }) => {
        const worked = document.getPage(number).then((page) => work(pdfPage(page)));
        return Promise.race([worked, failed]);
      });
      return await Promise.race([working, slow.promise]);
    } catch (error) {
      if (isTooSlow(error)) pdfs.giveUp(opened);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const use: PageSource["use"] = (number, work, signal) =>
    turns.run(
      number,
      async () => {
        const wasBehind = isBehind;
        const isWorthRetrying = (error: unknown) => isTooSlow(error) && !signal.aborted;
        const tryOnce = () => retryWhenVisible(() => attempt(number, work), isWorthRetrying);
        try {
          return await tryOnce();
        } catch (error) {
          if (!wasBehind || !isWorthRetrying(error)) throw error;
          return await tryOnce();
        } finally {
          isBehind = signal.aborted;
        }
      },
      signal,
    );
  const source = { use, want: turns.want, pageCount: document.numPages, close: pdfs.close };
  try {
    if (document.numPages > PAGES_MAX) throw new PreviewRefusal("too-large");
    const firstSize = await use(1, async ({ size }) => size, new AbortController().signal);
    return { ...source, firstSize };
  } catch (error) {
    pdfs.close();
    if (error instanceof PreviewRefusal) throw error;
    throw new PreviewRefusal("corrupt", { cause: error });
  }
}

const isTooSlow = (error: unknown) =>
  error instanceof PreviewRefusal && error.reason === "too-slow";

/** Manages one PDF at a time. Opens the PDF when it is needed, but never after `close`. */
function reopenable(open: () => Promise<OpenPdf>) {
  let opened: Promise<OpenPdf> | null = null;
  let isClosed = false;
  const giveUp = (old: Promise<OpenPdf>) => {
    if (opened === old) opened = null;
    old.then(({ end }) => end()).catch(() => undefined);
  };
  return {
    giveUp,
    current(): Promise<OpenPdf> {
      if (isClosed) return Promise.reject(new DOMException("the preview is closed", "AbortError"));
      if (opened) return opened;
      const opening = open();
      opened = opening;
      opening.then(({ failed }) => failed).catch(() => giveUp(opening));
      return opening;
    },
    close() {
      isClosed = true;
      if (opened) giveUp(opened);
    },
  };
}

const isHidden = () => document.visibilityState === "hidden";

/**
 * Does the work, and does it again each time it fails with such an error after the tab was hidden: in a hidden tab,
 * browsers draw nothing. The work is only repeated while the tab is visible.
 * @throws the error of the work otherwise
 */
async function retryWhenVisible<T>(
  work: () => Promise<T>,
  isDueToHiding: (error: unknown) => boolean,
): Promise<T> {
  for (;;) {
    let wasHidden = isHidden();
    const note = () => {
      wasHidden ||= isHidden();
    };
    document.addEventListener("visibilitychange", note);
    try {
      return await work();
    } catch (error) {
      if (!(wasHidden && isDueToHiding(error))) throw error;
    } finally {
      document.removeEventListener("visibilitychange", note);
    }
    await untilVisible();
  }
}

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isHidden()) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}

/** More pieces of text than a page of a telephone book contains. If a page has more, its text cannot be selected. */
const TEXT_ITEMS_MAX = 15_000;

/** Wraps a page of a PDF for drawing. */
function pdfPage(page: PDFPageProxy): SourcePage {
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
