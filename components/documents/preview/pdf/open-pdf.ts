import type { PDFDocumentLoadingTask, PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PreviewRefusal } from "../file/preview-refusal";
import type { RangedFile } from "../file/ranged-file";
import { loadPdfjs, type Parser, rejectable, startParser } from "./load-pdfjs";
import { FILE_BYTES_MAX, PDF_OPTIONS } from "./pdfjs-files";

/** A PDF that is parsed in its own thread. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /**
   * Rejects if bytes that the parser needs cannot be read, because the parser would otherwise wait forever. The rejection
   * does not need a handler.
   */
  readonly failed: Promise<never>;
  /** Stops the thread, even a busy one, after the library has cleaned up the page. Calling it again does nothing. */
  end(): void;
}

const OPEN_TIMEOUT_MS = 30_000;

/**
 * Opens a PDF whose first bytes are known. Nothing in it is executed: no scripts, no XML forms and no WebAssembly; links
 * lead nowhere (decision 0057).
 * @throws PreviewRefusal `encrypted`, `corrupt`, `too-large`, `too-slow` or `unreachable`, or the signal's reason;
 * aborting also stops the thread of an open PDF
 */
export async function openPdf(
  file: RangedFile,
  head: Uint8Array<ArrayBuffer>,
  { parser = startParser(), signal }: { parser?: Parser | undefined; signal: AbortSignal },
): Promise<OpenPdf> {
  const { thread } = parser;
  const stopReading = new AbortController();
  let task: PDFDocumentLoadingTask | null = null;
  const end = () => {
    if (stopReading.signal.aborted) return;
    stopReading.abort();
    void endParser(task, thread);
  };
  const failed = rejectable();
  const leave = () => {
    failed.reject(signal.reason);
    end();
  };
  signal.addEventListener("abort", leave, { once: true, signal: stopReading.signal });
  parser.failed.catch(failed.reject);
  const timer = setTimeout(() => failed.reject(new PreviewRefusal("too-slow")), OPEN_TIMEOUT_MS);
  if (signal.aborted) leave();
  if (file.size > FILE_BYTES_MAX) failed.reject(new PreviewRefusal("too-large"));
  try {
    const parsing = { thread, signal: stopReading.signal, fail: failed.reject };
    task = await Promise.race([startLoading(file, head, parsing), failed.promise]);
    const document = await Promise.race([task.promise, failed.promise]);
    return { document, failed: failed.promise, end };
  } catch (error) {
    end();
    throw asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}

interface Parsing {
  readonly thread: Worker;
  readonly signal: AbortSignal;
  readonly fail: (reason: unknown) => void;
}

async function startLoading(
  file: RangedFile,
  head: Uint8Array<ArrayBuffer>,
  { thread, signal, fail }: Parsing,
): Promise<PDFDocumentLoadingTask> {
  const pdfjs = await loadPdfjs();
  signal.throwIfAborted();
  const range = new pdfjs.PDFDataRangeTransport(file.size, head.slice(), head.length >= file.size);
  range.requestDataRange = (from: number, to: number) => {
    file.read(from, to, signal).then((bytes) => range.onDataRange(from, bytes), fail);
  };
  // Given its own worker, the library cannot fall back to parsing on the page's main thread if the worker fails to start.
  return pdfjs.getDocument({
    range,
    // The library's types allow only null here, although it accepts a Worker.
    worker: new pdfjs.PDFWorker({ port: thread as unknown as null, verbosity: 0 }),
    ...PDF_OPTIONS,
  });
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PreviewRefusal) return error;
  switch (error.name) {
    case "PasswordException":
      return new PreviewRefusal("encrypted", { cause: error });
    case "InvalidPDFException":
    case "FormatError":
    case "UnknownErrorException":
      return new PreviewRefusal("corrupt", { cause: error });
    default:
      return error;
  }
}

/** A busy parser does not respond, so its thread is stopped without waiting any longer. */
const DESTROY_TIMEOUT_MS = 1_000;

/**
 * Stops a parser and its thread. Anything that the library added to the page, such as fonts, is removed first if the
 * thread responds within a second. Never rejects.
 */
export async function endParser(
  task: { destroy(): Promise<void> } | null,
  thread: Pick<Worker, "terminate">,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DESTROY_TIMEOUT_MS);
  });
  // A parser that cannot be destroyed is stopped anyway.
  await Promise.race([task?.destroy().catch(() => undefined), tooLate]);
  clearTimeout(timer);
  thread.terminate();
}
