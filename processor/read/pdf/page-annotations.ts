import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The properties of a field or annotation that we use; all of them are untrusted. */
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

/** Returns the form fields and annotations on a page. */
export async function pageAnnotations(page: PDFPageProxy): Promise<readonly Annotation[]> {
  const annotations: Annotation[] = await page.getAnnotations({ intent: "display" });
  return annotations.slice(0, ANNOTATIONS_MAX);
}

/** Counts the annotations with an attached file. */
export const attachedFileCount = (annotations: readonly Annotation[]) =>
  annotations.filter(({ subtype }) => subtype === "FileAttachment").length;
