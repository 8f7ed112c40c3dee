import { version } from "pdfjs-dist/package.json";

/**
 * The path at which `app/pdfjs` serves the library's files. The script on the page and the parser's script must have the
 * same version.
 */
const PDFJS_BASE = `/pdfjs/${version}/`;

/** The library as a separate module, so that the page's head can refer to it. */
export const PDFJS_URL = `${PDFJS_BASE}legacy/build/pdf.min.mjs`;

/** The script of the parser's thread. */
export const PARSER_URL = `${PDFJS_BASE}legacy/build/pdf.worker.min.mjs`;

/** PDF sizes are in points. */
export const PIXELS_PER_POINT = 96 / 72;

/** The bytes per request. A distant store returns one large part sooner than four small ones. */
export const RANGE_BYTES = 262_144;

/** The limit for an image within a page. Larger images are omitted. */
const IMAGE_PIXELS_MAX = 64 * 1024 * 1024;

/** The options for opening every PDF: no scripts, no XML forms and no WebAssembly (decision 0057). */
export const PDF_OPTIONS = {
  rangeChunkSize: RANGE_BYTES,
  disableAutoFetch: true,
  disableStream: true,
  isEvalSupported: false,
  enableXfa: false,
  useWasm: false,
  useWorkerFetch: false,
  cMapUrl: `${PDFJS_BASE}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${PDFJS_BASE}standard_fonts/`,
  wasmUrl: `${PDFJS_BASE}wasm/`,
  maxImageSize: IMAGE_PIXELS_MAX,
  enableHWA: false,
  verbosity: 0,
};

/** The library allocates memory for the whole file, however little of it has been read. */
export const FILE_BYTES_MAX = 500 * 1024 * 1024;

/**
 * Whether a document is a PDF according to its name or its declared type. This is only a hint about what to load early,
 * never about how to show the document.
 */
export const looksLikePdf = ({
  name,
  contentType,
}: {
  readonly name: string;
  readonly contentType: string | null;
}): boolean => contentType === "application/pdf" || name.toLowerCase().endsWith(".pdf");
