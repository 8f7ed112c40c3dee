import { type Announced, openPreview, type Preview } from "../open-preview";
import { drawFirstPage } from "./draw-first-page";

interface Early {
  readonly uuid: string;
  readonly opening: Promise<Preview>;
  readonly leaving: AbortController;
}

let early: Early | null = null;
/** Whoever comes to the first document after its preview opened it has come too late, also for later ones. */
let isTooLate = false;

/** Opens a document and draws its first page into the region, before React runs. Only for the document that the browser loads. */
export function startEarlyPreview(announced: Announced, region: HTMLElement): void {
  if (isTooLate || early) return;
  const leaving = new AbortController();
  const { signal } = leaving;
  const opening = openPreview(announced, signal).then((preview) =>
    preview.kind === "pages"
      ? { ...preview, source: drawFirstPage(preview.source, region, signal) }
      : preview,
  );
  // The preview that takes it over says what went wrong.
  opening.catch(() => undefined);
  early = { uuid: announced.uuid, opening, leaving };
}

/** The document as it was opened early, once; null: it was not. It ends when the signal aborts. */
export function takeEarlyPreview(uuid: string, signal: AbortSignal): Promise<Preview> | null {
  isTooLate = true;
  const taken = early;
  early = null;
  if (!taken) return null;
  if (taken.uuid !== uuid) {
    taken.leaving.abort();
    return null;
  }
  signal.addEventListener("abort", () => taken.leaving.abort(signal.reason), { once: true });
  return taken.opening;
}
