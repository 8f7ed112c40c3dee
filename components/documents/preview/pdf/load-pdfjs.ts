import { PreviewRefusal } from "../file/preview-refusal";
import { PARSER_URL, PDFJS_URL } from "./pdfjs-files";

type Pdfjs = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

let loading: Promise<Pdfjs> | null = null;
let failures = 0;

/** Loads the PDF library once, with the first preview that needs it. A failed load is retried with the next preview. */
export function loadPdfjs(): Promise<Pdfjs> {
  loading ??= importFrom(failures === 0 ? PDFJS_URL : `${PDFJS_URL}?again=${failures}`).catch(
    (error) => {
      // Browsers remember that a module failed to load from a URL, so the next attempt uses a different URL.
      failures += 1;
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Not bundled, because the page could not name one of the bundler's chunks in advance. */
const importFrom = (url: string): Promise<Pdfjs> => import(/* turbopackIgnore: true */ url);

/** A thread that parses one PDF. */
export interface Parser {
  readonly thread: Worker;
  /** Rejects once the thread fails, even before it is used. The rejection does not need a handler. */
  readonly failed: Promise<never>;
}

/** Starts a parser. The caller must stop its thread. */
export function startParser(): Parser {
  const thread = new Worker(PARSER_URL, { type: "module" });
  const { promise, reject } = rejectable();
  thread.addEventListener("error", () => reject(new PreviewRefusal("unreachable")));
  return { thread, failed: promise };
}

/** Creates a promise that never resolves and can be rejected from outside. Its rejection does not need a handler. */
export function rejectable(): { readonly promise: Promise<never>; reject(reason: unknown): void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
