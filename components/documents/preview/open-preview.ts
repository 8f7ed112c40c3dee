import { callCockpit } from "../../api/call-cockpit";
import { openImageSource } from "./pages/image-source";
import type { PageSource } from "./pages/page-source";
import { loadPdfjs } from "./pdf/load-pdfjs";
import { RANGE_BYTES } from "./pdf/open-pdf";
import { openPdfSource } from "./pdf/pdf-source";
import { previewKind } from "./preview-kind";
import { PreviewRefusal } from "./preview-refusal";
import { openRangedFile } from "./ranged-file";

/** What is shown of a document. */
export type Preview =
  | { readonly kind: "pages"; readonly source: PageSource }
  | { readonly kind: "text"; readonly isTable: boolean };

/**
 * Opens what can be shown of a document, by what its bytes are.
 * @throws PreviewRefusal when there is nothing to show, CockpitProblem when the cockpit does not answer
 */
export async function openPreview(document: {
  readonly uuid: string;
  readonly contentType: string | null;
}): Promise<Preview> {
  if (document.contentType === "application/pdf") loadPdfjs().catch(() => undefined);
  const file = await openRangedFile(document.uuid, {
    ...{ call: callCockpit, fetch: (...request) => fetch(...request) },
    nowMs: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  if (file.size === 0) throw new PreviewRefusal("empty");
  const head = await file.read(0, Math.min(file.size, RANGE_BYTES));
  const kind = previewKind(head);
  switch (kind.kind) {
    case "pdf":
      return { kind: "pages", source: await openPdfSource(file, head) };
    case "image":
      return { kind: "pages", source: await openImageSource(file, head, kind.mediaType) };
    case "text":
      return kind;
  }
}
