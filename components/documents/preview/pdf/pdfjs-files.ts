import { version } from "pdfjs-dist/package.json";

/** Where `app/pdfjs` serves the library's files; the page's script and its parser must be of one version. */
export const PDFJS_BASE = `/pdfjs/${version}/`;

/** The library as a module of its own, so that the page's head can announce it. */
export const PDFJS_URL = `${PDFJS_BASE}legacy/build/pdf.min.mjs`;

/** The script of the thread that parses. */
export const PARSER_URL = `${PDFJS_BASE}legacy/build/pdf.worker.min.mjs`;

/** A PDF measures in points. */
export const PIXELS_PER_POINT = 96 / 72;
