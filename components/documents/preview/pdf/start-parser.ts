import { version } from "pdfjs-dist/package.json";

/** Where `app/pdfjs` serves the library's files. The library and its parser must have the same version. */
export const PDFJS_BASE = `/pdfjs/${version}/`;

/** Starts a thread that parses one PDF. The caller must end it. */
export const startParser = (): Worker =>
  new Worker(`${PDFJS_BASE}legacy/build/pdf.worker.min.mjs`, { type: "module" });
