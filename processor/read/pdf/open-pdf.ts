import { join } from "node:path";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { resourcesFolder } from "../../resources-folder";
import { ReadError } from "../read-error";

/** An open PDF; close it with `destroy`. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  destroy(): Promise<void>;
}

/**
 * Opens a PDF and takes ownership of `bytes`.
 * @throws ReadError `encrypted` if a password is needed to open it, `corrupt` if it is not a PDF
 */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const { getDocument } = await loadPdfjs();
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    stopAtErrors: false,
    // Reading text does not need images, so images larger than one pixel are not decoded.
    maxImageSize: 1,
    cMapUrl: `${join(resourcesFolder(), "cmaps")}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(resourcesFolder(), "standard_fonts")}/`,
  });
  try {
    return { document: await task.promise, destroy: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new ReadError(isLocked ? "encrypted" : "corrupt", { format: "application/pdf" });
  }
}

/** Loads the library on demand, so that only the first PDF of a program pays for it. */
async function loadPdfjs() {
  // Without these names the library would look for a native package for drawing; text extraction only needs the names to
  // exist.
  globalThis.DOMMatrix ??= Matrix as unknown as typeof DOMMatrix;
  globalThis.ImageData ??= class {} as unknown as typeof ImageData;
  globalThis.Path2D ??= class {} as unknown as typeof Path2D;
  // The library's parser, which it would otherwise load from a separate file.
  await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

class Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
  constructor(values: readonly number[] = [1, 0, 0, 1, 0, 0]) {
    [this.a = 1, this.b = 0, this.c = 0, this.d = 1, this.e = 0, this.f = 0] = values;
  }
}
