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

/** What is shown of a document. */
export type Preview =
  | { readonly kind: "pages"; readonly source: PageSource }
  | { readonly kind: "text"; readonly isTable: boolean };

/** What is known before the bytes are. */
interface Announced {
  readonly uuid: string;
  readonly name: string;
  readonly contentType: string | null;
}

/**
 * Opens what can be shown of a document, by what its bytes are. What its name and type say decides only what is loaded meanwhile.
 * When the signal aborts, now or later, nothing of the document is read or parsed any more.
 * @throws PreviewRefusal when there is nothing to show, CockpitProblem when the cockpit does not answer, or the reason of the signal
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
  // Whoever needs the library waits for it and gets its failure then.
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
