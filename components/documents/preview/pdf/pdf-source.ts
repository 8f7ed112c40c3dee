import { PreviewRefusal } from "../file/preview-refusal";
import { rejectable } from "../file/rejectable";
import type { PageSource, SourcePage } from "../pages/page-source";
import { takeTurns } from "../pages/take-turns";
import type { OpenPdf } from "./open-pdf";
import { pdfPage } from "./pdf-page";

/** Opening, parsing and drawing of one page. */
const PAGE_TIMEOUT_MS = 20_000;
/** The page keeps a place for each, whether it exists or not; a few bytes can state any number. */
const PAGES_MAX = 10_000;

/**
 * A PDF as pages. A page that takes too long is given up with the thread that parses it; `open` is called again for the next one, and
 * also after opening or reading failed, whose reason the page gets at once.
 * @throws PreviewRefusal when it cannot be opened
 */
export async function openPdfSource(open: () => Promise<OpenPdf>): Promise<PageSource> {
  const pdfs = reopenable(open);
  const turns = takeTurns();
  const { document } = await pdfs.current();
  /** Somebody left while the parser was at work, which goes on with what nobody wants any more. */
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
        try {
          return await attempt(number, work);
        } catch (error) {
          if (!isTooSlow(error) || !wasBehind || signal.aborted) throw error;
          return await attempt(number, work);
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

/** One PDF at a time that is opened when it is needed and not open; after `close` none is opened. */
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
