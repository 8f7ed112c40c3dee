import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import { callCockpit } from "../../api/call-cockpit";
import { previewKind } from "./file/preview-kind";
import { PreviewRefusal } from "./file/preview-refusal";
import { openRangedFile } from "./file/ranged-file";
import { openImageSource } from "./pages/image-source";
import type { PageSource } from "./pages/page-source";
import { loadPdfjs, type Parser, startParser } from "./pdf/load-pdfjs";
import { openPdf } from "./pdf/open-pdf";
import { openPdfSource } from "./pdf/pdf-source";
import { looksLikePdf, RANGE_BYTES } from "./pdf/pdfjs-files";

/** The content of a preview. */
export type Preview =
  | { readonly kind: "pages"; readonly source: PageSource }
  | { readonly kind: "text"; readonly isTable: boolean };

/** What is known about a document before its bytes are read. */
export interface Announced {
  readonly uuid: string;
  readonly name: string;
  /** The type as declared by the uploader, which is only a hint about what to load early. */
  readonly contentType: string | null;
  /** The URL of the document's bytes if the URL came with the page; null if it must be requested from the cockpit. */
  readonly file: FileUrl | null;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Opens the preview of a document according to its bytes. Its name and type only decide what is loaded before the bytes
 * have arrived. Once the signal aborts, nothing more of the document is read or parsed.
 * @throws PreviewRefusal if there is nothing to show, CockpitProblem if the cockpit does not respond, or the signal's
 * reason
 */
export async function openPreview(document: Announced, signal: AbortSignal): Promise<Preview> {
  const parser = looksLikePdf(document) ? startEarly() : null;
  const end = () => parser?.thread.terminate();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await open(document, parser, signal);
  } catch (error) {
    end();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function startEarly(): Parser {
  // The error is ignored here: a preview that needs the library awaits it later and receives the error.
  loadPdfjs().catch(() => undefined);
  return startParser();
}

async function open(
  document: Announced,
  parser: Parser | null,
  signal: AbortSignal,
): Promise<Preview> {
  const outside = {
    call: callCockpit,
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    nowMs: () => performance.now(),
    wait,
    signal,
  };
  const file = await openRangedFile(document.uuid, outside, document.file);
  if (file.size === 0) throw new PreviewRefusal("empty");
  const head = await file.read(0, Math.min(file.size, RANGE_BYTES));
  const kind = previewKind(head);
  if (kind.kind === "pdf") {
    const parsers = parser ? [parser] : [];
    const open = () => openPdf(file, head, { parser: parsers.pop(), signal });
    return { kind: "pages", source: await openPdfSource(open) };
  }
  parser?.thread.terminate();
  if (kind.kind === "text") return kind;
  return { kind: "pages", source: await openImageSource(file, head, kind.mediaType) };
}
