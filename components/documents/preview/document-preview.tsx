"use client";

import { PREVIEW_TEXTS } from "../../texts/en/preview-texts";
import { LoadFailure } from "../../ui/load-failure";
import { Skeleton } from "../../ui/skeleton";
import type { Highlight } from "./marks/highlight";
import { PageViewer } from "./pages/page-viewer";
import { NoPreview } from "./refusal/no-preview";
import { StoredPages } from "./text/stored-pages";
import { usePreview } from "./use-preview";

/** What a preview shows, and what is pointed at in it. */
export interface DocumentPreviewProps {
  readonly document: {
    readonly uuid: string;
    readonly name: string;
    /** As the uploader declared it; only a hint of what to load early. */
    readonly contentType: string | null;
    /** As processing counted them; null: unknown. */
    readonly pages: number | null;
  };
  readonly highlights: readonly Highlight[];
  /** The highlight to scroll to and mark; null: none. */
  readonly active: string | null;
  /** Which highlight the pointer is on; null when it leaves it. */
  readonly onPoint: (id: string | null) => void;
}

/**
 * Shows a document on our own canvas or as text, never as the file's own HTML, and never executes anything of it (decision 0057). What
 * cannot be shown says why and offers the download.
 */
export function DocumentPreview({ document, ...places }: DocumentPreviewProps) {
  const { uuid, name } = document;
  const [state, retry] = usePreview(document);
  switch (state.kind) {
    case "loading":
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
      // The key changes when processing has counted the pages, so that they are loaded again.
      return (
        <StoredPages
          key={`${uuid} ${document.pages}`}
          uuid={uuid}
          name={name}
          isTable={state.isTable}
          {...places}
        />
      );
  }
}
