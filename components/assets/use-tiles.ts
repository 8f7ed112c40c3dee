"use client";

import { useCallback, useEffect, useState } from "react";
import useSwr, { useSWRConfig } from "swr";
import useSwrInfinite, { unstable_serialize } from "swr/infinite";
import type { AssetTile, AssetTiles, UnassignedPage } from "@/lib/http/assets/cockpit-schemas";
import { SWR_OPTIONS, useIsPreviousData } from "../api/swr-options";
import type { LiveNews } from "../live/live-connection";
import { useLiveRefresh } from "../live/live-provider";
import {
  type CockpitQuery,
  TILE_PAGE_SIZE,
  TILES_PATH,
  tilesPath,
  unassignedPath,
} from "./cockpit-query";

/** The data that the server rendered, so that the browser does not read it again at first. */
export interface FirstView {
  readonly query: CockpitQuery;
  readonly tiles: AssetTiles;
  readonly unassigned: UnassignedPage;
}

/** A change to any document may affect which tiles are shown and in which order. */
const concernsTiles = (news: LiveNews) =>
  news === "everything" || news.areAssetsChanged || news.assetIdentifiers.length > 0;

/**
 * Returns the first page of tiles, kept up to date. While a new query loads, the previous tiles remain with
 * `isPreviousData` set; if the query fails, they are removed.
 */
export function useFirstTiles(query: CockpitQuery, first: FirstView) {
  const path = tilesPath(query, 0);
  const isGiven = path === tilesPath(first.query, 0);
  const page = useSwr<AssetTiles, unknown>(path, SWR_OPTIONS.fetcher<AssetTiles>, {
    ...SWR_OPTIONS,
    ...(isGiven ? { fallbackData: first.tiles } : {}),
  });
  useLiveRefresh(() => page.mutate(), concernsTiles);
  const isPreviousData = useIsPreviousData(path, page) && !isGiven;
  const { data, error, mutate } = page;
  // The tiles of a previous query must not be mistaken for the result of this one.
  return {
    tiles: error && isPreviousData ? undefined : data,
    error,
    isPreviousData,
    refresh: mutate,
  };
}

/**
 * Returns a later page of tiles. It is loaded once it is near the window, kept up to date while it is, and refreshed when
 * it comes near again.
 */
export function useFurtherTiles(query: CockpitQuery, index: number, isNear: boolean) {
  const [isAwaited, setAwaited] = useState(!isNear);
  if (isAwaited && isNear) setAwaited(false);
  const page = useSwr<AssetTiles, unknown>(
    isAwaited ? null : tilesPath(query, index * TILE_PAGE_SIZE),
    SWR_OPTIONS.fetcher<AssetTiles>,
    SWR_OPTIONS,
  );
  const [isStale, setStale] = useState(false);
  const refresh = page.mutate;
  useLiveRefresh(() => (isNear ? refresh() : setStale(true)), concernsTiles);
  useEffect(() => {
    if (!isNear || !isStale) return;
    setStale(false);
    void refresh();
  }, [isNear, isStale, refresh]);
  return page;
}

/** Returns a function that replaces an asset everywhere on the page without waiting for the server. */
export function useTileReplacement(): (changed: AssetTile) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (changed) => {
      void mutate<AssetTiles>(
        (key) => typeof key === "string" && key.startsWith(`${TILES_PATH}?`),
        (page) =>
          page && {
            ...page,
            items: page.items.map((tile) => (tile.id === changed.id ? changed : tile)),
          },
        { revalidate: false },
      );
    },
    [mutate],
  );
}

/** Returns the identifiers that documents use but no asset has, page by page, kept up to date. */
export function useUnassigned(text: string, first: FirstView) {
  const isGiven = text === first.query.text;
  const pathOf = (index: number, before: UnassignedPage | null) => {
    if (index === 0) return unassignedPath(text, null);
    return before?.nextAfter ? unassignedPath(text, before.nextAfter) : null;
  };
  const pages = useSwrInfinite<UnassignedPage, unknown>(
    pathOf,
    SWR_OPTIONS.fetcher<UnassignedPage>,
    {
      ...SWR_OPTIONS,
      revalidateAll: true,
      ...(isGiven ? { fallbackData: [first.unassigned] } : {}),
    },
  );
  useLiveRefresh(() => pages.mutate(), concernsTiles);
  const isPreviousData = useIsPreviousData(unstable_serialize(pathOf), pages) && !isGiven;
  // The result of a previous search must not be mistaken for the result of this one.
  const shown = pages.error && isPreviousData ? undefined : pages.data;
  return {
    places: shown?.flatMap(({ items }) => items) ?? [],
    hasMore: Boolean(shown?.at(-1)?.nextAfter),
    isPreviousData,
    error: pages.error,
    showMore: () => void pages.setSize((size) => size + 1),
    refresh: () => void pages.mutate(),
  };
}
