import type { EarlyOpening } from "../pdf/early-opening";
import type { PDF_OPTIONS } from "../pdf/pdf-options";
import type { EarlyGlobal } from "./early-start";

/** The URLs and options that the page's script starts with. */
export interface EarlyFiles {
  readonly library: string;
  readonly parser: string;
  readonly file: string;
  readonly size: number;
  readonly headBytes: number;
  readonly options: typeof PDF_OPTIONS;
}

/**
 * Starts the thread, reads the beginning of the file and opens it, as the preview would. The source of this function is
 * sent in the page as a script, so it must not use anything outside itself.
 */
export function startEarly({ library, parser, file, size, headBytes, options }: EarlyFiles): void {
  const thread = new Worker(parser, { type: "module" });
  const read = async (begin: number, end: number) => {
    const answer = await fetch(file, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      ...{ credentials: "omit", redirect: "error", referrerPolicy: "no-referrer" },
      signal: AbortSignal.timeout(60_000),
    });
    if (answer.status !== 206) throw new Error(String(answer.status));
    const part = new Uint8Array(await answer.arrayBuffer());
    if (part.length !== end - begin) throw new Error("The response ended early.");
    return part;
  };
  const head = read(0, headBytes).catch(() => null);
  const open = async () => {
    const [pdfjs, bytes] = await Promise.all([import(/* turbopackIgnore: true */ library), head]);
    if (!bytes || !String.fromCharCode(...bytes.subarray(0, 1024)).includes("%PDF-")) return null;
    const range = new pdfjs.PDFDataRangeTransport(size, bytes.slice(), bytes.length >= size);
    range.requestDataRange = (begin: number, end: number) => {
      read(begin, end).then(
        (part) => range.onDataRange(begin, part),
        () => {
          if (opened.readAgain) opened.readAgain(begin, end);
          else opened.missed.push([begin, end]);
        },
      );
    };
    const worker = new pdfjs.PDFWorker({ port: thread, verbosity: 0 });
    const task = pdfjs.getDocument({ ...options, range, worker });
    const opened: EarlyOpening = { task, range, missed: [], readAgain: null };
    return opened;
  };
  const opening = open().catch(() => null);
  const start = { file, thread, head, opening, picture: Promise.resolve(null), isBroken: false };
  thread.addEventListener("error", () => {
    start.isBroken = true;
  });
  (globalThis as EarlyGlobal).stagedoorEarlyStart = start;
}
