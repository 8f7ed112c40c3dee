import { version } from "pdfjs-dist/package.json";

/** Where `app/pdfjs` serves the library's files; the page's script and its parser must be of one version. */
export const PDFJS_BASE = `/pdfjs/${version}/`;

/** A thread that parses one PDF; whoever starts it ends it. */
export const startParser = (): Worker =>
  new Worker(`${PDFJS_BASE}legacy/build/pdf.worker.min.mjs`, { type: "module" });
