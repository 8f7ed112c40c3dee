"use client";

import useSwr from "swr";
import useSwrInfinite, { unstable_serialize } from "swr/infinite";
import type { AssetPlace } from "@/lib/http/assets/cockpit-schemas";
import type { DocumentRows } from "@/lib/http/documents/cockpit-schemas";
import { SWR_OPTIONS } from "../api/swr-options";
import { useIsPreviousData } from "../api/use-is-previous-data";
import { useLiveRefresh } from "../live/live-provider";
import type { AssetDocumentsQuery } from "./asset-documents-query";

const PAGE_SIZE = 50;

/** A document as the list holds it. */
export type ListedDocument = DocumentRows["items"][number];

/** What is at an identifier, kept up to date; the first answer is the server's own. */
export function useAssetPlace(given: AssetPlace) {
  const query = new URLSearchParams({ identifier: given.identifier });
  const place = useSwr<AssetPlace>(`/api/cockpit/assets/place?${query}`, {
    ...SWR_OPTIONS,
    fallbackData: given,
    revalidateIfStale: false,
  });
  useLiveRefresh(
    () => place.mutate(),
    (news) =>
      news === "everything" ||
      news.areAssetsChanged ||
      news.assetIdentifiers.includes(given.identifier),
  );
  return place;
}

/** The documents at an identifier that the choice leaves, newest first, page by page, kept up to date. */
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
  // Nobody should take what another choice found for the answer to this one.
  const shown = pages.error && isPreviousData ? undefined : pages.data;
  useLiveRefresh(
    () => pages.mutate(),
    (news) =>
      news === "everything" || news.areAssetsChanged || news.assetIdentifiers.includes(identifier),
  );
  return {
    rows: withoutRepeats(shown?.flatMap(({ items }) => items) ?? null),
    hasMore: Boolean(shown?.at(-1)?.nextCursor),
    /** While another choice is read, what was shown stays. */
    isPreviousData,
    /** undefined: none. What was read before of the same choice stays in `rows`. */
    error: pages.error as unknown,
    loadMore: () => pages.setSize((size) => size + 1),
    refresh: () => pages.mutate(),
  };
}

/** Pages that were read one after the other may overlap. */
function withoutRepeats(rows: readonly ListedDocument[] | null): readonly ListedDocument[] | null {
  return rows && [...new Map(rows.map((row) => [row.uuid, row])).values()];
}
