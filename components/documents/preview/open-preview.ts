import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import { callCockpit } from "../../api/call-cockpit";
import { type EarlyStart, takeEarlyStart } from "./early/early-start";
import { previewKind } from "./file/preview-kind";
import { PreviewRefusal } from "./file/preview-refusal";
import { openRangedFile } from "./file/ranged-file";
import { openImageSource } from "./pages/image-source";
import type { PageSource } from "./pages/page-source";
import { releaseCanvas } from "./pages/release-canvas";
import { loadPdfjs } from "./pdf/load-pdfjs";
import { looksLikePdf } from "./pdf/looks-like-pdf";
import { openPdf } from "./pdf/open-pdf";
import { openPdfSource } from "./pdf/pdf-source";
import { RANGE_BYTES } from "./pdf/range-bytes";
import { startParser } from "./pdf/start-parser";

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

type Early = Pick<EarlyStart, "thread" | "head" | "opening" | "picture" | "isBroken">;

const NOTHING = Promise.resolve(null);
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** A page that takes longer to draw is left to the viewer, which has its own time limit. */
const EARLY_PICTURE_TIMEOUT_MS = 1_000;

/**
 * Opens the preview of a document according to its bytes. Its name and type only decide what is loaded before the bytes
 * have arrived. Once the signal aborts, nothing more of the document is read or parsed.
 * @throws PreviewRefusal if there is nothing to show, CockpitProblem if the cockpit does not respond, or the signal's
 * reason
 */
export async function openPreview(document: Announced, signal: AbortSignal): Promise<Preview> {
  const early = looksLikePdf(document) ? startOrTake(document) : null;
  const end = () => early?.thread.terminate();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await open(document, early, signal);
  } catch (error) {
    end();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function startOrTake({ file }: Announced): Early {
  // The error is ignored here: a preview that needs the library awaits it later and receives the error.
  loadPdfjs().catch(() => undefined);
  return (
    takeEarlyStart(file?.url) ?? {
      ...{ thread: startParser(), isBroken: false },
      ...{ head: NOTHING, opening: NOTHING, picture: NOTHING },
    }
  );
}

async function open(
  document: Announced,
  early: Early | null,
  signal: AbortSignal,
): Promise<Preview> {
  const outside = {
    ...{ call: callCockpit, fetch: (...request: Parameters<typeof fetch>) => fetch(...request) },
    nowMs: () => performance.now(),
    ...{ wait, signal },
  };
  const file = await openRangedFile(document.uuid, outside, document.file);
  if (file.size === 0) throw new PreviewRefusal("empty");
  const length = Math.min(file.size, RANGE_BYTES);
  const known = document.file && (await early?.head);
  const head = known?.length === length ? known : await file.read(0, length);
  const kind = previewKind(head);
  if (kind.kind === "pdf") {
    const parsers = early ? [early] : [];
    const open = () => openPdf(file, head, { early: parsers.pop(), signal });
    const source = await openPdfSource(open);
    return { kind: "pages", source: await withPicture(source, early) };
  }
  early?.thread.terminate();
  if (kind.kind === "text") return kind;
  return { kind: "pages", source: await openImageSource(file, head, kind.mediaType) };
}

/** Returns the source with the picture of the first page that was drawn early. */
async function withPicture(source: PageSource, early: Early | null): Promise<PageSource> {
  const late = wait(EARLY_PICTURE_TIMEOUT_MS).then(() => null);
  let picture = early ? await Promise.race([early.picture, late]) : null;
  // The viewer draws the page itself, and nobody will need a picture that comes later.
  if (!picture) void early?.picture.then((drawn) => drawn && releaseCanvas(drawn.canvas));
  return {
    ...source,
    takePicture: (page) => {
      const taken = page === 1 ? picture : null;
      if (taken) picture = null;
      return taken;
    },
  };
}
