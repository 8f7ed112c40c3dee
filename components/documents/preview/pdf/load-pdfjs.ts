type Pdfjs = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

let loading: Promise<Pdfjs> | null = null;

/** The PDF library, loaded once, with the first preview that needs it; a load that failed is tried again. */
export function loadPdfjs(): Promise<Pdfjs> {
  loading ??= import("pdfjs-dist/legacy/build/pdf.mjs").catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}
