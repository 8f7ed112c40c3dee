import { PDFJS_URL } from "./pdfjs-files";

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

/** Not bundled, because the page's first script could not name one of the bundler's chunks. */
const importFrom = (url: string): Promise<Pdfjs> => import(/* turbopackIgnore: true */ url);
