import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { PAGE_GAP, type PageLayout, pageAt } from "./page-layout";
import type { PageSource } from "./page-source";

/** The inclusive range of pages near the window, by index, and the page that the user is looking at. */
export interface ScrollPlace {
  readonly first: number;
  readonly last: number;
  readonly current: number;
}

/** The number of pages drawn ahead on each side of the window. */
const AHEAD = 1;
/** The minimum interval between updates while scrolling. */
const LOOK_EVERY_MS = 80;

/**
 * Tracks the scroll position of the region. If pages change size, because of a zoom or because their real size became
 * known, the same spot stays in view.
 */
export function useScrollPlace(
  region: RefObject<HTMLElement | null>,
  layout: PageLayout,
  source: PageSource,
) {
  const [place, setPlace] = useState<ScrollPlace>({ first: 0, last: 0, current: 0 });
  const spot = useRef({ page: 0, part: 0 });
  const latest = useRef(layout);
  const look = useCallback(() => {
    const { current: element } = region;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    const last = latest.current.places.length - 1;
    const next = {
      first: Math.max(0, pageAt(latest.current, scrollTop) - AHEAD),
      last: Math.min(last, pageAt(latest.current, scrollTop + clientHeight) + AHEAD),
      current: pageAt(latest.current, scrollTop + clientHeight / 3),
    };
    source.want(next.current + 1);
    setPlace((old) =>
      old.first === next.first && old.last === next.last && old.current === next.current
        ? old
        : next,
    );
  }, [region, source]);
  useLayoutEffect(() => {
    latest.current = layout;
    const { current: element } = region;
    const where = layout.places[spot.current.page];
    if (element && where)
      element.scrollTop = where.top - PAGE_GAP + spot.current.part * (where.height + PAGE_GAP);
    look();
  }, [region, layout, look]);
  useScrolling(region, latest, spot, look);
  const goTo = useCallback(
    (index: number) => {
      const where = latest.current.places[index];
      if (where) region.current?.scrollTo({ top: where.top - PAGE_GAP });
    },
    [region],
  );
  return { ...place, goTo };
}

function useScrolling(
  region: RefObject<HTMLElement | null>,
  latest: RefObject<PageLayout>,
  spot: RefObject<{ page: number; part: number }>,
  look: () => void,
): void {
  useEffect(() => {
    const { current: element } = region;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const page = pageAt(latest.current, element.scrollTop);
      const where = latest.current.places[page];
      const part = where
        ? (element.scrollTop - where.top + PAGE_GAP) / (where.height + PAGE_GAP)
        : 0;
      spot.current = { page, part };
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, LOOK_EVERY_MS);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("scroll", onScroll);
    };
  }, [region, latest, spot, look]);
}
