"use client";

import { useMemo, useState } from "react";
import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import type {
  DocumentPage,
  PageClassification,
  PageDocument,
  PageField,
} from "@/lib/http/documents/document-page-schemas";
import { DOCUMENT_PAGE_TEXTS } from "../../texts/en/document-page-texts";
import { LoadFailure } from "../../ui/load-failure";
import { DocumentPreview } from "../preview/document-preview";
import type { Highlight } from "../preview/pages/highlight-boxes";
import { PageActions } from "./actions/page-actions";
import { useCorrections } from "./corrections/use-corrections";
import { fieldId } from "./data/field-list";
import { DocumentData } from "./document-data";
import { DocumentHeading } from "./document-heading";
import { DocumentTimeline } from "./timeline/document-timeline";
import { Evidence } from "./timeline/evidence";
import { useDocumentPage } from "./use-document-page";

/** The page of one document: the preview on the left, data on the right and the timeline below. Updates live. */
export function DocumentPageView({
  page: initial,
  file,
}: {
  readonly page: DocumentPage;
  /** The URL of the document's bytes; null if the document has none. */
  readonly file: FileUrl | null;
}) {
  const { page, error, refresh } = useDocumentPage(initial);
  const [active, setActive] = useState<string | null>(null);
  const { document, timeline } = page;
  const corrections = useCorrections(page);
  return (
    <div className="flex flex-col gap-6">
      <DocumentHeading
        document={document}
        actions={<PageActions page={page} corrections={corrections} onChanged={refresh} />}
      />
      {error !== undefined && (
        <LoadFailure error={error} isOlderShown onRetry={() => void refresh()} />
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-label={DOCUMENT_PAGE_TEXTS.previewTitle} className="min-w-0">
          <Preview document={document} file={file} active={active} onPoint={setActive} />
        </section>
        <div className="flex min-w-0 flex-col gap-6">
          <DocumentData
            document={document}
            corrections={corrections}
            onChanged={refresh}
            active={active}
            onPoint={setActive}
          />
          <Evidence page={page} />
        </div>
      </div>
      <DocumentTimeline timeline={timeline} role={page.viewer.role} />
    </div>
  );
}

/** The preview of a document, with the places of its values marked. */
export function Preview({
  document: { uuid, name, file, status, run, hasContent, classification },
  ...pointing
}: {
  readonly document: PageDocument;
  readonly file: FileUrl | null;
  readonly active: string | null;
  readonly onPoint: (id: string | null) => void;
}) {
  const pages = classification?.pages ?? null;
  const contentType = file?.contentType ?? null;
  // The page reloads on every live update; the preview rerenders only if something about the document has changed.
  const shown = useMemo(
    () => ({ uuid, name, contentType, status, run, hasContent, pages }),
    [uuid, name, contentType, status, run, hasContent, pages],
  );
  const places = JSON.stringify(classification ? placesIn(classification) : []);
  const highlights = useMemo((): readonly Highlight[] => JSON.parse(places), [places]);
  return <DocumentPreview document={shown} highlights={highlights} {...pointing} />;
}

/** Returns where the values of the document and of its attachments are. */
function placesIn({ fields, attachments }: PageClassification): Highlight[] {
  const placed = (found: readonly PageField[], attachment?: number) =>
    found.flatMap(({ page, bbox, text }, index) =>
      page === null ? [] : [{ id: fieldId(index, attachment), page, bbox, text }],
    );
  return [...placed(fields), ...attachments.flatMap((one, index) => placed(one.fields, index))];
}
