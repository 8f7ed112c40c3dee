type Pdfjs = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

let loading: Promise<Pdfjs> | null = null;

/** Loads the PDF library once, with the first preview that needs it. A failed load is retried with the next preview. */
export function loadPdfjs(): Promise<Pdfjs> {
  loading ??= import("pdfjs-dist/legacy/build/pdf.mjs").catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}
