"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import { PREVIEW_TEXTS } from "../../texts/en/preview-texts";
import { LoadFailure } from "../../ui/load-failure";
import { Skeleton } from "../../ui/skeleton";
import { missingContent, PreviewRefusal, refusalOf } from "./file/preview-refusal";
import { NoPreview } from "./no-preview";
import { openPreview, type Preview } from "./open-preview";
import type { Highlight } from "./pages/highlight-boxes";
import { LoadingPages, PageViewer } from "./pages/page-viewer";
import { looksLikePdf } from "./pdf/pdfjs-files";
import { StoredPages } from "./text/stored-pages";

/** The document to preview, its highlights, and the active one. */
interface DocumentPreviewProps {
  readonly document: PreviewedDocument & {
    /** The number of pages as counted by processing; null if unknown. */
    readonly pages: number | null;
    /** The number of the latest processing run; null if there was none. */
    readonly run: number | null;
  };
  /** The URL of the document's bytes if the URL came with the page; null if it must be requested from the cockpit. */
  readonly file: FileUrl | null;
  readonly highlights: readonly Highlight[];
  /** The highlight to scroll to and mark; null if there is none. */
  readonly active: string | null;
  /** Receives the highlight under the pointer; null when the pointer leaves it. */
  readonly onPoint: (id: string | null) => void;
}

/**
 * Shows a document on our own canvas or as text, never as the file's own HTML, and never executes anything in it
 * (decision 0057). If a document cannot be shown, the preview says why and offers the download.
 */
export function DocumentPreview({ document, file, ...places }: DocumentPreviewProps) {
  const { uuid, name } = document;
  const [state, retry] = usePreview(document, file);
  switch (state.kind) {
    case "loading":
      if (looksLikePdf(document)) return <LoadingPages />;
      return (
        <div role="status" className="space-y-3 rounded-tile border border-line bg-sunken p-4">
          <p className="sr-only">{PREVIEW_TEXTS.loading}</p>
          <Skeleton className="h-9 w-2/3" />
          <Skeleton className="aspect-[1/1.41] h-auto max-h-[70dvh] w-full" />
        </div>
      );
    case "failed":
      return <LoadFailure error={state.error} onRetry={retry} />;
    case "refused":
      return <NoPreview uuid={uuid} refusal={state.refusal} onRetry={retry} />;
    case "pages":
      return <PageViewer key={uuid} name={name} uuid={uuid} source={state.source} {...places} />;
    case "text":
      return (
        <StoredPages
          key={`${uuid} ${document.run}`}
          uuid={uuid}
          name={name}
          status={document.status}
          pageCount={document.pages}
          isTable={state.isTable}
          {...places}
        />
      );
  }
}

/** The current state of a preview. */
type PreviewState =
  | Preview
  | { readonly kind: "loading" }
  | { readonly kind: "refused"; readonly refusal: PreviewRefusal }
  | { readonly kind: "failed"; readonly error: unknown };

/** The details of a document known before its bytes are read. */
interface PreviewedDocument {
  readonly uuid: string;
  readonly name: string;
  /** The type as declared by the uploader, which is only a hint about what to load early. */
  readonly contentType: string | null;
  /** The document's current status. */
  readonly status: number;
  /** Whether the document's bytes can be downloaded. Once they no longer can, no part of them stays on the screen. */
  readonly hasContent: boolean;
}

/**
 * Opens a document once it is shown, and closes it when the page closes or its content is gone. Also returns a function
 * that opens it again. `file` is the URL of the bytes if the URL came with the page.
 */
function usePreview(
  document: PreviewedDocument,
  file: FileUrl | null,
): readonly [PreviewState, () => void] {
  const { uuid, name, contentType } = document;
  const missing = missingContent(document);
  const [state, setState] = useState<PreviewState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const firstFile = useRef(file);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt opens the document again.
  useEffect(() => {
    if (missing) return;
    const leaving = new AbortController();
    setState({ kind: "loading" });
    const { signal } = leaving;
    const opening = openPreview({ uuid, name, contentType, file: firstFile.current }, signal);
    // When the document is opened again, the URL that came with the page may have expired.
    firstFile.current = null;
    opening.then(
      (preview) => leaving.signal.aborted || setState(preview),
      (error) => leaving.signal.aborted || setState(stateOf(error)),
    );
    return () => {
      leaving.abort();
      opening
        .then((preview) => preview.kind === "pages" && preview.source.close())
        .catch(() => undefined);
    };
  }, [uuid, name, contentType, missing, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  // Decided while rendering, not in an effect, so that erased content is not rendered even once more.
  if (missing) return [{ kind: "refused", refusal: new PreviewRefusal(missing) }, retry];
  return [state, retry];
}

function stateOf(error: unknown): PreviewState {
  const refusal = refusalOf(error);
  return refusal ? { kind: "refused", refusal } : { kind: "failed", error };
}
