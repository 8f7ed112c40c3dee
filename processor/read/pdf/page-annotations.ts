import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What we use of a field or a note on a page; all of it is a stranger's. */
export interface Annotation {
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly rect?: readonly number[];
  readonly hidden?: unknown;
  readonly password?: unknown;
}

const ANNOTATIONS_MAX = 2_000;

/** The fields of forms and the notes on a page. */
export async function pageAnnotations(page: PDFPageProxy): Promise<readonly Annotation[]> {
  const annotations: Annotation[] = await page.getAnnotations({ intent: "display" });
  return annotations.slice(0, ANNOTATIONS_MAX);
}

/** How many of them bring a file. */
export const attachedFileCount = (annotations: readonly Annotation[]) =>
  annotations.filter(({ subtype }) => subtype === "FileAttachment").length;
