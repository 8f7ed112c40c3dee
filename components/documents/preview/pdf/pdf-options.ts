import { PDFJS_BASE } from "./pdfjs-files";
import { RANGE_BYTES } from "./range-bytes";

/** Of an image inside a page; a larger one is left out. */
const IMAGE_PIXELS_MAX = 64 * 1024 * 1024;

/** How every PDF is opened: no scripts, no forms made of XML, no WebAssembly (decision 0057). Values that JSON can carry. */
export const PDF_OPTIONS = {
  ...{ rangeChunkSize: RANGE_BYTES, disableAutoFetch: true, disableStream: true },
  ...{ isEvalSupported: false, enableXfa: false, useWasm: false, useWorkerFetch: false },
  ...{ cMapUrl: `${PDFJS_BASE}cmaps/`, cMapPacked: true },
  ...{ standardFontDataUrl: `${PDFJS_BASE}standard_fonts/`, wasmUrl: `${PDFJS_BASE}wasm/` },
  ...{ maxImageSize: IMAGE_PIXELS_MAX, enableHWA: false, verbosity: 0 },
};

/** The library keeps the whole file's length in memory, whatever it has read. */
export const FILE_BYTES_MAX = 500 * 1024 * 1024;
