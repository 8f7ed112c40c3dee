"use client";

import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import { PREVIEW_TEXTS } from "../../texts/en/preview-texts";
import { LoadFailure } from "../../ui/load-failure";
import { Skeleton } from "../../ui/skeleton";
import { NoPreview } from "./no-preview";
import type { Highlight } from "./pages/highlight-boxes";
import { LoadingPages, PageViewer } from "./pages/page-viewer";
import { looksLikePdf } from "./pdf/looks-like-pdf";
import { StoredPages } from "./text/stored-pages";
import { type PreviewedDocument, usePreview } from "./use-preview";

/** The document to preview, its highlights, and the active one. */
export interface DocumentPreviewProps {
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
      // Remounted once processing has counted the pages, and after each run.
      return (
        <StoredPages
          key={`${uuid} ${document.run} ${document.pages}`}
          uuid={uuid}
          name={name}
          status={document.status}
          isTable={state.isTable}
          {...places}
        />
      );
  }
}
