"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import useSwr from "swr";
import useSwrInfinite, { unstable_serialize } from "swr/infinite";
import type { AssetPlace } from "@/lib/http/assets/cockpit-schemas";
import type {
  DocumentCountBody,
  DocumentFacets,
  DocumentRows,
} from "@/lib/http/documents/document-list-schemas";
import { SWR_OPTIONS, useIsPreviousData } from "../api/swr-options";
import type { LiveNews } from "../live/live-connection";
import { useLiveRefresh } from "../live/live-provider";

const PATH = "/api/cockpit/documents";
const PAGE_SIZE = 100;
/** When the window comes this close to the last row that has been loaded, the next page is loaded. */
const ROWS_AHEAD = 60;

/** A document in a list. */
export type ListedDocument = DocumentRows["items"][number];

/** Returns whether an update may change a list of documents: of one asset, or of all if the identifier is null. */
const concernsDocuments = (news: LiveNews, assetIdentifier: string | null) =>
  news === "everything" ||
  news.areAssetsChanged ||
  (assetIdentifier === null
    ? news.assetIdentifiers.length > 0
    : news.assetIdentifiers.includes(assetIdentifier));

/**
 * Returns the asset and the document counts for an identifier, kept up to date. Initially uses the data rendered by the
 * server.
 */
export function useAssetPlace(initial: AssetPlace) {
  const query = new URLSearchParams({ identifier: initial.identifier });
  const place = useSwr<AssetPlace>(`/api/cockpit/assets/place?${query}`, {
    ...SWR_OPTIONS,
    fallbackData: initial,
    revalidateIfStale: false,
  });
  useLiveRefresh(
    () => place.mutate(),
    (news) => concernsDocuments(news, initial.identifier),
  );
  return place;
}

/** Returns the number of documents that match the API's parameters, kept up to date; undefined until it is known. */
export function useDocumentCount(params: URLSearchParams): DocumentCountBody | undefined {
  const path = `${PATH}/count?${params}`;
  const count = useSwr<DocumentCountBody>(path, SWR_OPTIONS);
  const isPreviousData = useIsPreviousData(path, count);
  useLiveRefresh(
    () => count.mutate(),
    (news) => concernsDocuments(news, null),
  );
  return isPreviousData ? undefined : count.data;
}

/** Returns what documents can be filtered by; undefined until it is known. Not kept up to date. */
export const useDocumentFacets = (): DocumentFacets | undefined =>
  useSwr<DocumentFacets>(`${PATH}/facets`, SWR_OPTIONS).data;

/** The documents of a list, page by page. */
export type Documents = ReturnType<typeof useDocuments>;

/**
 * Returns the documents that match the API's parameters. Pages are loaded as they come into view. After an update, only
 * the pages in view are read again, because there may be thousands; the others follow when they come into view.
 */
export function useDocuments(params: URLSearchParams) {
  const pathOf = (index: number, before: DocumentRows | null) => {
    if (index > 0 && !before?.nextCursor) return null;
    const query = new URLSearchParams(params);
    query.set("limit", String(PAGE_SIZE));
    if (before?.nextCursor) query.set("cursor", before.nextCursor);
    return `${PATH}?${query}`;
  };
  const freshness = useFreshness();
  const pages = useSwrInfinite<DocumentRows>(pathOf, freshness.read, {
    ...SWR_OPTIONS,
    revalidateFirstPage: false,
  });
  const isPreviousData = useIsPreviousData(unstable_serialize(pathOf), pages);
  // Documents found under other filters must not be mistaken for the result of these.
  const shown = pages.error && isPreviousData ? undefined : pages.data;
  const { rows, pageStarts } = useMemo(() => joinPages(shown ?? []), [shown]);
  const hasMore = Boolean(shown?.at(-1)?.nextCursor);
  const isLoadingMore = !pages.error && (shown?.length ?? 0) < pages.size;
  const { mutate, setSize } = pages;

  const pagesInView = useRef<readonly [number, number]>([0, 0]);
  const readInView = () => {
    if (!shown || isPreviousData) return;
    const [from, to] = pagesInView.current;
    const paths = shown.map((_, index) => pathOf(index, shown[index - 1] ?? null));
    const stale = paths.slice(from, to + 1).filter((path) => path && !freshness.isFresh(path));
    if (stale.length === 0) return;
    // If a page ends elsewhere than before, all pages after it are read again, so those out of view are dropped.
    void setSize(to + 1);
    void mutate((now) => now, {
      revalidate: (page, path) => page === undefined || stale.includes(String(path)),
    });
  };
  useLiveRefresh(
    () => {
      freshness.expire();
      readInView();
    },
    (news) => concernsDocuments(news, params.get("assetIdentifier")),
  );
  /** Must be called with the first and the last row in view. */
  const onView = (first: number, last: number) => {
    if (isPreviousData) return;
    pagesInView.current = [pageOf(pageStarts, first), pageOf(pageStarts, last)];
    if (hasMore && !isLoadingMore && !pages.error && last >= rows.length - ROWS_AHEAD) {
      void setSize(pages.size + 1);
    } else if (!isLoadingMore) {
      readInView();
    }
  };
  // A page may be empty although others follow.
  const isSearching = shown !== undefined && rows.length === 0 && hasMore && !pages.error;
  useEffect(() => {
    if (isSearching && !isLoadingMore) void setSize((size) => size + 1);
  }, [isSearching, isLoadingMore, setSize]);
  const { expire } = freshness;
  const refresh = useCallback(() => {
    expire();
    return mutate();
  }, [expire, mutate]);
  return {
    /** null while nothing is known. While the documents for new filters load, the previous rows remain. */
    rows: shown === undefined || isSearching ? null : rows,
    hasMore,
    isPreviousData,
    /** undefined if there is no error. Rows already read with the same filters remain in `rows`. */
    error: pages.error as unknown,
    onView,
    refresh,
  };
}

/** Notes when each page was read, and reads it. */
function useFreshness() {
  return useMemo(() => {
    let now = 0;
    const readAt = new Map<string, number>();
    return {
      isFresh: (path: string) => readAt.get(path) === now,
      expire: () => {
        now += 1;
      },
      read: (path: string) => {
        readAt.set(path, now);
        return SWR_OPTIONS.fetcher<DocumentRows>(path);
      },
    };
  }, []);
}

/** Pages read one after the other may overlap, so the repeated rows are left out. */
function joinPages(pages: readonly DocumentRows[]) {
  const rows: ListedDocument[] = [];
  const pageStarts: number[] = [];
  const seen = new Set<string>();
  for (const { items } of pages) {
    pageStarts.push(rows.length);
    for (const row of items) {
      if (!seen.has(row.uuid)) rows.push(row);
      seen.add(row.uuid);
    }
  }
  return { rows, pageStarts };
}

/** Returns the index of the page that has a row. */
const pageOf = (pageStarts: readonly number[], row: number) =>
  Math.max(
    0,
    pageStarts.findLastIndex((start) => start <= row),
  );
