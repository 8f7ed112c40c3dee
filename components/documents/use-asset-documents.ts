"use client";

import useSwr from "swr";
import useSwrInfinite, { unstable_serialize } from "swr/infinite";
import type { AssetPlace } from "@/lib/http/assets/cockpit-schemas";
import type { DocumentRows } from "@/lib/http/documents/cockpit-schemas";
import { SWR_OPTIONS, useIsPreviousData } from "../api/swr-options";
import { useLiveRefresh } from "../live/live-provider";
import type { AssetDocumentsQuery } from "./asset-documents-query";

const PAGE_SIZE = 50;

/** A document in the list. */
export type ListedDocument = DocumentRows["items"][number];

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
    (news) =>
      news === "everything" ||
      news.areAssetsChanged ||
      news.assetIdentifiers.includes(initial.identifier),
  );
  return place;
}

/** Returns the documents with an identifier that match the filters, newest first, page by page, kept up to date. */
export function useAssetDocuments(identifier: string, { text, status }: AssetDocumentsQuery) {
  const pathOf = (index: number, before: DocumentRows | null) => {
    if (index > 0 && !before?.nextCursor) return null;
    const query = new URLSearchParams({ assetIdentifier: identifier, limit: String(PAGE_SIZE) });
    if (text) query.set("q", text);
    if (status !== null) query.set("status", String(status));
    if (before?.nextCursor) query.set("cursor", before.nextCursor);
    return `/api/cockpit/documents?${query}`;
  };
  const pages = useSwrInfinite<DocumentRows>(pathOf, { ...SWR_OPTIONS, revalidateAll: true });
  const isPreviousData = useIsPreviousData(unstable_serialize(pathOf));
  // Documents found under other filters must not be mistaken for the result of these.
  const shown = pages.error && isPreviousData ? undefined : pages.data;
  useLiveRefresh(
    () => pages.mutate(),
    (news) =>
      news === "everything" || news.areAssetsChanged || news.assetIdentifiers.includes(identifier),
  );
  return {
    rows: withoutRepeats(shown?.flatMap(({ items }) => items) ?? null),
    hasMore: Boolean(shown?.at(-1)?.nextCursor),
    /** While the documents for new filters load, the previous rows remain. */
    isPreviousData,
    /** undefined if there is no error. Rows already read with the same filters remain in `rows`. */
    error: pages.error as unknown,
    loadMore: () => pages.setSize((size) => size + 1),
    refresh: () => pages.mutate(),
  };
}

/** Pages read one after the other may overlap. */
function withoutRepeats(rows: readonly ListedDocument[] | null): readonly ListedDocument[] | null {
  return rows && [...new Map(rows.map((row) => [row.uuid, row])).values()];
}
