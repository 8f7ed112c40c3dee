"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DocumentPage, DocumentPages } from "@/lib/http/processing/cockpit-schemas";
import { callCockpit } from "../../../api/call-cockpit";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { Button } from "../../../ui/button";
import { LoadFailure } from "../../../ui/load-failure";
import { ScrollRegion } from "../../../ui/scroll-region";
import { Skeleton } from "../../../ui/skeleton";
import { PreviewRefusal } from "../file/preview-refusal";
import { NoPreview } from "../no-preview";
import { type Highlight, showInRegion } from "../pages/highlight-boxes";
import { CHARACTERS_SHOWN, charactersUpTo, cutPages, lengthOfPage } from "./cut-pages";
import { StoredPage } from "./stored-page";

/** The text that processing extracted from a document, rendered as our own text and tables. */
export function StoredPages({
  uuid,
  name,
  status,
  pageCount,
  isTable,
  highlights,
  active,
  onPoint,
}: {
  readonly uuid: string;
  readonly name: string;
  /** The document's current status. */
  readonly status: number;
  /** The number of pages that processing has counted; null until then. */
  readonly pageCount: number | null;
  readonly isTable: boolean;
  readonly highlights: readonly Highlight[];
  readonly active: string | null;
  readonly onPoint: (id: string | null) => void;
}) {
  const activePlace = highlights.find(({ id }) => id === active);
  const activePage = activePlace?.page ?? 1;
  const { pages, total, refusal, error, isLoading, loadMore, retry } = useStoredPages(
    uuid,
    activePage,
    { status, pageCount },
  );
  const [charactersMax, setCharactersMax] = useState(CHARACTERS_SHOWN);
  const reach = useMemo(() => charactersUpTo(pages, activePlace), [pages, activePlace]);
  const shownMax = Math.max(charactersMax, reach);
  const shown = useMemo(() => cutPages(pages, shownMax), [pages, shownMax]);
  const [shownCharacters, characters] = [countCharacters(shown), countCharacters(pages)];
  const isCut = shownCharacters < characters;
  const content = useRef<HTMLDivElement>(null);
  const showMore = () => {
    setCharactersMax(shownMax + CHARACTERS_SHOWN);
    // The button goes away with the last of the text, and the focus must not be lost with it.
    if (shownMax + CHARACTERS_SHOWN >= characters) {
      content.current?.parentElement?.focus({ preventScroll: true });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies(pages): the place may come with its page.
  useEffect(() => {
    if (active === null) return;
    const region = content.current?.parentElement;
    const mark = content.current?.querySelector('[data-active="true"]');
    if (!region || !mark) return;
    const [outer, inner] = [region.getBoundingClientRect(), mark.getBoundingClientRect()];
    const top = inner.top - outer.top + region.scrollTop;
    const left = inner.left - outer.left + region.scrollLeft;
    // Scrolls only the region, because scrolling the page would move the content under the pointer.
    showInRegion(region, { top, bottom: top + inner.height, left, right: left + inner.width });
  }, [active, pages]);
  if (error !== null && pages.length === 0) return <LoadFailure error={error} onRetry={retry} />;
  if (refusal) return <NoPreview uuid={uuid} refusal={refusal} onRetry={retry} />;
  return (
    <ScrollRegion
      label={PREVIEW_TEXTS.textRegion(name)}
      className="max-h-[max(24rem,min(80rem,calc(100dvh-7rem)))] overflow-auto rounded-tile border border-line bg-surface outline-offset-[-2px]"
    >
      <div ref={content} className="p-4 text-sm sm:p-6">
        <p className="mb-4 text-quiet text-xs">
          {isTable ? PREVIEW_TEXTS.tableNote : PREVIEW_TEXTS.textNote}
        </p>
        {shown.map((page) => (
          <StoredPage
            key={page.number}
            page={page}
            total={total}
            isTable={isTable}
            active={active}
            onPoint={onPoint}
            highlights={highlights}
          />
        ))}
        {isLoading && <Skeleton className="h-40" />}
        {error !== null && <LoadFailure error={error} onRetry={retry} />}
        {isCut && (
          <Button onClick={showMore}>{PREVIEW_TEXTS.moreText(shownCharacters, characters)}</Button>
        )}
        {!isLoading && !isCut && error === null && pages.length < total && (
          <Button onClick={loadMore}>{PREVIEW_TEXTS.morePages(pages.length, total)}</Button>
        )}
      </div>
    </ScrollRegion>
  );
}

const countCharacters = (pages: readonly DocumentPage[]) =>
  pages.reduce((total, page) => total + lengthOfPage(page), 0);

interface Loaded {
  readonly pages: readonly DocumentPage[];
  readonly total: number;
  readonly refusal: PreviewRefusal | null;
  readonly error: unknown;
}

const NOTHING: Loaded = { pages: [], total: 0, refusal: null, error: null };
const BATCH = 10;
const BATCH_MAX = 50;

/**
 * Loads a document's stored pages, from the first to at least the wanted one, and more on request. When the status changes
 * or the pages have been counted, pages that are there stay, and pages that were missing are loaded.
 */
function useStoredPages(
  uuid: string,
  wantedPage: number,
  { status, pageCount }: { readonly status: number; readonly pageCount: number | null },
) {
  const [loaded, setLoaded] = useState(NOTHING);
  const [minimum, setMinimum] = useState(BATCH);
  const wanted = Math.max(minimum, wantedPage);
  const { pages, total, error } = loaded;
  const isComplete = total > 0 && (pages.length >= wanted || pages.length >= total);
  const needsMore = loaded.refusal === null && error === null && !isComplete;
  const from = (pages.at(-1)?.number ?? 0) + 1;
  useEffect(() => {
    if (!needsMore) return;
    const leaving = new AbortController();
    const limit = Math.min(BATCH_MAX, Math.max(BATCH, wanted - from + 1));
    const path = `/api/cockpit/documents/${uuid}/pages?from=${from}&limit=${limit}`;
    callCockpit<DocumentPages>("GET", path, { signal: leaving.signal }).then(
      (answer) => leaving.signal.aborted || setLoaded((before) => after(before, answer)),
      (failed) => leaving.signal.aborted || setLoaded((before) => ({ ...before, error: failed })),
    );
    return () => leaving.abort();
  }, [uuid, needsMore, from, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies(status): it tells that there may be pages now.
  useEffect(() => {
    setLoaded((before) =>
      before.refusal ? NOTHING : { ...before, total: Math.max(before.total, pageCount ?? 0) },
    );
  }, [status, pageCount]);
  return {
    ...loaded,
    isLoading: needsMore,
    loadMore: useCallback(() => setMinimum((before) => before + 2 * BATCH), []),
    retry: useCallback(() => setLoaded(NOTHING), []),
  };
}

function after(before: Loaded, answer: DocumentPages): Loaded {
  const pages = [...before.pages, ...answer.items];
  // A new run may have stored fewer pages in the meantime.
  const total = answer.items.length === 0 ? pages.length : answer.total;
  const refusal = pages.length === 0 ? refusalOf(answer) : null;
  return { pages, total, refusal, error: null };
}

const FAILURES: readonly string[] = ["encrypted", "corrupt"];

function refusalOf({ state, failure }: DocumentPages): PreviewRefusal {
  const code = failure?.code ?? "";
  if (FAILURES.includes(code)) return new PreviewRefusal(code === "corrupt" ? code : "encrypted");
  if (code === "limit-exceeded") return new PreviewRefusal("unsafe");
  if (code === "too-large-to-read") return new PreviewRefusal("too-large");
  return new PreviewRefusal(state === "pending" ? "pending" : "unread");
}
