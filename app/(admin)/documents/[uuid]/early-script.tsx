import { headers } from "next/headers";
import { drawEarly, type EarlyPlace } from "@/components/documents/preview/early/draw-early";
import { EARLY_SELECTOR } from "@/components/documents/preview/early/early-region";
import {
  loadWaitingScripts,
  WAIT_MS_MAX,
  WAITING_SCRIPT,
} from "@/components/documents/preview/early/load-waiting-scripts";
import { type EarlyFiles, startEarly } from "@/components/documents/preview/early/start-early";
import {
  COLUMN_PIXELS_MAX,
  PAGE_GAP,
  PAGE_PIXELS_MAX,
} from "@/components/documents/preview/pages/page-layout";
import { CANVAS_PIXELS_MAX } from "@/components/documents/preview/pages/page-view";
import { FILE_BYTES_MAX, PDF_OPTIONS } from "@/components/documents/preview/pdf/pdf-options";
import {
  PARSER_URL,
  PDFJS_URL,
  PIXELS_PER_POINT,
} from "@/components/documents/preview/pdf/pdfjs-files";
import { RANGE_BYTES } from "@/components/documents/preview/pdf/range-bytes";
import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import { runFirst } from "./run-first";

/**
 * Opens a PDF and draws its first page before the page's other scripts load, which would compete for the processor
 * (decision 0065). Must come after the preview. Used only if the browser loads the whole page; after a navigation by
 * Next's router, the preview does this work itself.
 */
export async function EarlyScript({ file: { url, size } }: { readonly file: FileUrl }) {
  if (size === 0 || size > FILE_BYTES_MAX) return null;
  const policy = (await headers()).get("content-security-policy") ?? "";
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const files: EarlyFiles = {
    ...{ library: PDFJS_URL, parser: PARSER_URL, options: PDF_OPTIONS },
    ...{ file: url, size, headBytes: Math.min(size, RANGE_BYTES) },
  };
  const place: EarlyPlace = {
    ...{ selector: EARLY_SELECTOR, gap: PAGE_GAP },
    ...{ pixelsPerPoint: PIXELS_PER_POINT, canvasPixelsMax: CANVAS_PIXELS_MAX },
    ...{ pageHeightMax: PAGE_PIXELS_MAX, columnHeightMax: COLUMN_PIXELS_MAX },
  };
  const start = `(${startEarly})(${inScript(files)});`;
  const draw = `(${drawEarly})(${inScript(place)});`;
  const waiting = { type: WAITING_SCRIPT, msMax: WAIT_MS_MAX };
  const first = `(${loadWaitingScripts})(${inScript(waiting)});${start}`;
  return (
    <script nonce={nonce}>{runFirst(first, nonce, WAITING_SCRIPT) ? draw : start + draw}</script>
  );
}

/** Writes a value as JavaScript that does not close the script element around it. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
