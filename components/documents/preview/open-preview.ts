import { callCockpit } from "../../api/call-cockpit";
import { previewKind } from "./file/preview-kind";
import { PreviewRefusal } from "./file/preview-refusal";
import { openRangedFile } from "./file/ranged-file";
import { openImageSource } from "./pages/image-source";
import type { PageSource } from "./pages/page-source";
import { loadPdfjs } from "./pdf/load-pdfjs";
import { openPdf, RANGE_BYTES } from "./pdf/open-pdf";
import { openPdfSource } from "./pdf/pdf-source";
import { startParser } from "./pdf/start-parser";

/** The content of a preview. */
export type Preview =
  | { readonly kind: "pages"; readonly source: PageSource }
  | { readonly kind: "text"; readonly isTable: boolean };

/** The details known before the bytes are read. */
interface Announced {
  readonly uuid: string;
  readonly name: string;
  readonly contentType: string | null;
}

/**
 * Opens the preview of a document according to its bytes. Its name and type only decide what is loaded in the meantime.
 * Once the signal aborts, nothing more of the document is read or parsed.
 * @throws PreviewRefusal if there is nothing to show, CockpitProblem if the cockpit does not respond, or the signal's
 * reason
 */
export async function openPreview(document: Announced, signal: AbortSignal): Promise<Preview> {
  const early = looksLikePdf(document) ? startEarly() : null;
  try {
    return await open(document.uuid, early, signal);
  } catch (error) {
    early?.terminate();
    throw error;
  }
}

const looksLikePdf = ({ name, contentType }: Announced) =>
  contentType === "application/pdf" || name.toLowerCase().endsWith(".pdf");

function startEarly(): Worker {
  // Ignored here: a preview that needs the library awaits it later and receives the error.
  loadPdfjs().catch(() => undefined);
  return startParser();
}

async function open(uuid: string, early: Worker | null, signal: AbortSignal): Promise<Preview> {
  const file = await openRangedFile(uuid, {
    ...{ call: callCockpit, fetch: (...request) => fetch(...request) },
    nowMs: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    signal,
  });
  if (file.size === 0) throw new PreviewRefusal("empty");
  const head = await file.read(0, Math.min(file.size, RANGE_BYTES));
  const kind = previewKind(head);
  if (kind.kind === "pdf") {
    const threads = early ? [early] : [];
    const source = await openPdfSource(() =>
      openPdf(file, head, { thread: threads.pop(), signal }),
    );
    return { kind: "pages", source };
  }
  early?.terminate();
  if (kind.kind === "text") return kind;
  return { kind: "pages", source: await openImageSource(file, head, kind.mediaType) };
}
