import { headers } from "next/headers";
import { drawEarly, type EarlyPlace } from "@/components/documents/preview/early/draw-early";
import { EARLY_SELECTOR } from "@/components/documents/preview/early/early-region";
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

/**
 * Opens a PDF and draws its first page while the page's other scripts load (decision 0065). Browsers run this script only
 * in a document that they load themselves. After a navigation by the router, the preview does all of this work.
 */
export async function EarlyScript({ file: { url, size } }: { readonly file: FileUrl }) {
  if (size === 0 || size > FILE_BYTES_MAX) return null;
  const policy = (await headers()).get("content-security-policy") ?? "";
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const files: EarlyFiles = {
    ...{ library: PDFJS_URL, parser: PARSER_URL, options: PDF_OPTIONS },
    ...{ file: url, size, headBytes: Math.min(size, RANGE_BYTES) },
  };
  const place: EarlyPlace = {
    ...{ selector: EARLY_SELECTOR, gap: PAGE_GAP },
    ...{ pixelsPerPoint: PIXELS_PER_POINT, canvasPixelsMax: CANVAS_PIXELS_MAX },
    ...{ pageHeightMax: PAGE_PIXELS_MAX, columnHeightMax: COLUMN_PIXELS_MAX },
  };
  const draw = `(opening) => (${drawEarly})(opening, ${JSON.stringify(place)})`;
  return (
    <>
      <link rel="modulepreload" href={PDFJS_URL} nonce={nonce} />
      <script nonce={nonce}>{`(${startEarly})(${JSON.stringify(files)}, ${draw})`}</script>
    </>
  );
}
