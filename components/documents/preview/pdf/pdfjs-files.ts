import { version } from "pdfjs-dist/package.json";

/**
 * The path at which `app/pdfjs` serves the library's files. The script on the page and the parser's script must have the
 * same version.
 */
export const PDFJS_BASE = `/pdfjs/${version}/`;

/** The library as a separate module, so that the page's head can refer to it. */
export const PDFJS_URL = `${PDFJS_BASE}legacy/build/pdf.min.mjs`;

/** The script of the parser's thread. */
export const PARSER_URL = `${PDFJS_BASE}legacy/build/pdf.worker.min.mjs`;

/** PDF sizes are in points. */
export const PIXELS_PER_POINT = 96 / 72;
