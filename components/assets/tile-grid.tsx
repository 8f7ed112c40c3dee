"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { AssetTile as AssetTileData } from "@/lib/http/assets/cockpit-schemas";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "../ui/button";
import { followListPlace, scrollToPlace, useListPlace } from "../ui/list-place";
import { LoadFailure } from "../ui/load-failure";
import { AssetTile } from "./asset-tile";
import { type CockpitQuery, cockpitPath, TILE_PAGE_SIZE } from "./cockpit-query";
import type { AssetActionHandlers } from "./tile-actions";
import { TILE_GRID, TileSkeletons } from "./tile-skeleton";
import { useFurtherTiles } from "./use-tiles";

/**
 * Every page of tiles that the user has scrolled to. The first page is given; the others load as they come into view.
 * Returning to the cockpit shows the tiles that the user had left.
 */
export function TileGrid({
  query,
  first,
  total,
  actionHandlers,
}: {
  readonly query: CockpitQuery;
  readonly first: readonly AssetTileData[];
  readonly total: number;
  readonly actionHandlers: AssetActionHandlers;
}) {
  const [wanted, setWanted] = useState({ query, count: 1 });
  const pages = useRef<HTMLDivElement>(null);
  const place = useCockpitPlace(query, pages);
  const heightsPx = place?.heightsPx ?? [];
  const placeCount = 1 + heightsPx.length;
  const count = Math.max(placeCount, wanted.query === query ? wanted.count : 1);
  const pageCount = Math.ceil(total / TILE_PAGE_SIZE);
  const showMore = useCallback(
    () =>
      setWanted((before) => {
        const beforeCount = before.query === query ? before.count : 1;
        return { query, count: Math.max(placeCount, beforeCount) + 1 };
      }),
    [query, placeCount],
  );
  const further = Array.from({ length: Math.min(count, pageCount) - 1 }, (_, at) => at + 1);
  return (
    <div ref={pages} className="flex flex-col gap-6">
      <Tiles offset={0} tiles={first} actionHandlers={actionHandlers} />
      {further.map((index) => (
        <FurtherTiles
          key={index}
          query={query}
          index={index}
          initialHeightPx={heightsPx[index - 1] ?? null}
          total={total}
          actionHandlers={actionHandlers}
        />
      ))}
      {count < pageCount && <ShowMore shownCount={count} onReached={showMore} />}
    </div>
  );
}

/** Remembers the place among the tiles, and returns the one that was restored in this view, if any. */
function useCockpitPlace(query: CockpitQuery, pages: RefObject<HTMLDivElement | null>) {
  const path = cockpitPath(query);
  const [opened] = useState(query);
  const place = useListPlace(path);
  useLayoutEffect(() => (place ? scrollToPlace(place) : undefined), [place]);
  useLayoutEffect(() => {
    const heightsOf = () =>
      [...(pages.current?.querySelectorAll<HTMLElement>("[data-tile-page]") ?? [])].map(
        ({ offsetHeight }) => offsetHeight,
      );
    return followListPlace(path, heightsOf);
  }, [path, pages]);
  return opened === query ? place : null;
}

/** Tiles outside the window are not rendered. The padding keeps the shadow and outline of a tile from being cut off. */
const TILE_PLACE = "-m-3 p-3 [contain-intrinsic-size:auto_18rem] [content-visibility:auto] min-w-0";

function Tiles({
  offset,
  tiles,
  actionHandlers,
}: {
  readonly offset: number;
  readonly tiles: readonly AssetTileData[];
  readonly actionHandlers: AssetActionHandlers;
}) {
  return (
    <ul
      aria-label={COCKPIT_TEXTS.listLabel(offset + 1, offset + tiles.length)}
      className={TILE_GRID}
    >
      {tiles.map((tile) => (
        <li key={tile.id} className={TILE_PLACE}>
          <AssetTile tile={tile} actionHandlers={actionHandlers} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Beyond this margin, pages of tiles are only reserved space, because ten thousand tiles would be half a million
 * elements.
 */
const DRAWN_MARGIN = "200% 0px";

function FurtherTiles({
  query,
  index,
  initialHeightPx,
  total,
  actionHandlers,
}: {
  readonly query: CockpitQuery;
  readonly index: number;
  /** The space to reserve until the page comes near; null to load it at once. */
  readonly initialHeightPx: number | null;
  readonly total: number;
  readonly actionHandlers: AssetActionHandlers;
}) {
  const [isNear, setNear] = useState(initialHeightPx === null);
  const [heldHeightPx, holdHeight] = useState(initialHeightPx);
  const onNear = useCallback((near: boolean, element: HTMLElement) => {
    setNear(near);
    // The space stays reserved until the tiles have loaded, so that the tiles below do not jump.
    if (!near) holdHeight(element.contains(document.activeElement) ? null : element.offsetHeight);
  }, []);
  const place = useNear(onNear, DRAWN_MARGIN);
  const page = useFurtherTiles(query, index, isNear);
  const offset = index * TILE_PAGE_SIZE;
  const isLoaded = page.data !== undefined || Boolean(page.error);
  if (heldHeightPx !== null && !(isNear && isLoaded)) {
    return <div ref={place} data-tile-page style={{ height: heldHeightPx }} />;
  }
  return (
    <div ref={place} data-tile-page>
      {Boolean(page.error) && (
        <div className="mb-6">
          <LoadFailure
            error={page.error}
            isOlderShown={page.data !== undefined}
            onRetry={() => void page.mutate()}
          />
        </div>
      )}
      {page.data ? (
        <Tiles offset={offset} tiles={page.data.items} actionHandlers={actionHandlers} />
      ) : (
        !page.error && <TileSkeletons count={Math.min(TILE_PAGE_SIZE, total - offset)} />
      )}
    </div>
  );
}

function ShowMore({
  shownCount,
  onReached,
}: {
  /** The number of pages loaded. After each one, the component checks again whether the end is still in view. */
  readonly shownCount: number;
  readonly onReached: () => void;
}) {
  const reach = useCallback(
    (isNear: boolean) => {
      if (isNear && shownCount > 0) onReached();
    },
    [onReached, shownCount],
  );
  const place = useNear(reach);
  return (
    <div ref={place} className="flex justify-center py-2">
      <Button onClick={onReached}>{UI_TEXTS.showMore}</Button>
    </div>
  );
}

const NEAR_MARGIN = "100% 0px";

/** Returns whether an element is in the window or near it, by default within the height of one window. */
function useNear(
  onChange: (isNear: boolean, element: HTMLElement) => unknown,
  rootMargin = NEAR_MARGIN,
) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => onChange(entries.at(-1)?.isIntersecting ?? false, element),
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onChange, rootMargin]);
  return place;
}
