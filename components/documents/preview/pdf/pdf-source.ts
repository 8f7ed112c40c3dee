import { PreviewRefusal } from "../file/preview-refusal";
import { rejectable } from "../file/rejectable";
import type { PageSource, SourcePage } from "../pages/page-source";
import { takeTurns } from "../pages/take-turns";
import type { OpenPdf } from "./open-pdf";
import { pdfPage } from "./pdf-page";
import { retryWhenVisible } from "./retry-when-visible";

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
