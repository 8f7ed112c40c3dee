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
 * A PDF as pages. A page that takes too long is given up with the thread that parses it; the others go on in a new one, for which
 * `open` is called again.
 * @throws PreviewRefusal when it cannot be opened
 */
export async function openPdfSource(open: () => Promise<OpenPdf>): Promise<PageSource> {
  let opened = open();
  const turns = takeTurns();
  let isClosed = false;
  const { document } = await opened;
  const giveUp = () => {
    const old = opened;
    opened = isClosed ? old : open();
    opened.catch(() => undefined);
    old.then(({ end }) => end()).catch(() => undefined);
  };
  /** Somebody left while the parser was at work, which goes on with what nobody wants any more. */
  let isBehind = false;
  const attempt = async <T>(number: number, work: (page: SourcePage) => Promise<T>) => {
    const slow = rejectable();
    const timer = setTimeout(() => slow.reject(new PreviewRefusal("too-slow")), PAGE_TIMEOUT_MS);
    try {
      const working = opened.then(async (pdf) => work(pdfPage(await pdf.document.getPage(number))));
      return await Promise.race([working, slow.promise]);
    } catch (error) {
      if (isTooSlow(error)) giveUp();
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
  const source = { use, want: turns.want, pageCount: document.numPages };
  const close = () => {
    isClosed = true;
    opened.then(({ end }) => end()).catch(() => undefined);
  };
  try {
    if (document.numPages > PAGES_MAX) throw new PreviewRefusal("too-large");
    const firstSize = await use(1, async ({ size }) => size, new AbortController().signal);
    return { ...source, firstSize, close };
  } catch (error) {
    close();
    if (error instanceof PreviewRefusal) throw error;
    throw new PreviewRefusal("corrupt", { cause: error });
  }
}

const isTooSlow = (error: unknown) =>
  error instanceof PreviewRefusal && error.reason === "too-slow";
