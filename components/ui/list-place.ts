import { useLayoutEffect, useState, useSyncExternalStore } from "react";

/** Where somebody was in a long list, in a form that survives leaving and reloading the page. */
export interface ListPlace {
  /** The path of the view, with its search, filters and order. */
  readonly path: string;
  /** How far the page was scrolled. */
  readonly topPx: number;
  /** The first item below the top of the window, and how far below it was; null if there was none. */
  readonly anchor: { readonly id: string; readonly offsetPx: number } | null;
  /** The heights of the parts of the list, in its own terms: pages of tiles, or rows. */
  readonly heightsPx: readonly number[];
}

const KEY = "stagedoor.place";

/** Marks an entry of the browser's history as one in which the list at this path was shown. */
const MARK = "stagedoorList";

let linkBackTo: string | null = null;

/** Must be called before a link takes the user back to a list. Going back in the browser's history needs no call. */
export function returnToList(pathname: string): void {
  linkBackTo = pathname;
}

/**
 * Returns the place in the view that the page opens with if the user is returning to it, and null if the page starts at the
 * top. It is undefined in the first render, because the server does not know the place.
 */
export function useListPlace(path: string): ListPlace | null | undefined {
  const isFromServer = useSyncExternalStore(never, isNot, is);
  const [place, setPlace] = useState<ListPlace | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the view that the page opens with is restored.
  useLayoutEffect(() => setPlace(takeListPlace(path, isFromServer)), []);
  return place;
}

const never = () => () => undefined;
const is = () => true;
const isNot = () => false;

function takeListPlace(path: string, isFromServer: boolean): ListPlace | null {
  const pathname = pathnameOf(path);
  const isDue = linkBackTo === pathname;
  linkBackTo = null;
  // Going back and reloading keep the state of the entry, while a link to the list makes a new one.
  const isEntry = window.history.state?.[MARK] === pathname;
  const place = isDue || isEntry ? readPlace(pathname) : null;
  if (place?.path === path) return place;
  // Next.js leaves the page where it is if the beginning of the new one is in the window, even behind the header. A page from
  // the server begins at the top, and the user may have scrolled it before the scripts ran.
  if (!isEntry && !isFromServer) window.scrollTo(0, 0);
  return null;
}

/**
 * Follows the page until the returned function is called, and saves the place whenever the page is left. Must be started
 * and stopped in a layout effect, while the items are in the document. The items have their id in the attribute
 * `data-place`.
 */
export function followListPlace(path: string, heightsOf: () => readonly number[]): () => void {
  const pathname = pathnameOf(path);
  let topPx = window.scrollY;
  const scrolled = () => {
    // Going back in the history changes the address first, and then scrolls this page to the position of another one.
    if (window.location.pathname === pathname) topPx = window.scrollY;
  };
  const save = () => {
    const heightsPx = heightsOf();
    writePlace(pathname, { path, topPx, anchor: findAnchor(topPx), heightsPx });
  };
  window.addEventListener("scroll", scrolled, { passive: true });
  window.addEventListener("pagehide", save);
  window.history.replaceState({ ...window.history.state, [MARK]: pathname }, "");
  return () => {
    window.removeEventListener("scroll", scrolled);
    window.removeEventListener("pagehide", save);
    save();
  };
}

/**
 * Scrolls to the place. Items that are drawn only now move the others, so the page follows its anchor for about two
 * seconds or until the user scrolls. Returns a function that stops this.
 */
export function scrollToPlace({ topPx, anchor }: ListPlace): () => void {
  window.scrollTo(0, topPx);
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const input of USER_INPUTS) {
    window.addEventListener(input, () => stopping.abort(), { signal, passive: true });
  }
  let framesLeft = FRAMES_MAX;
  const settle = () => {
    if (signal.aborted || anchor === null) return;
    const item = document.querySelector(`[data-place="${CSS.escape(anchor.id)}"]`);
    const offByPx = item ? item.getBoundingClientRect().top - anchor.offsetPx : 0;
    if (Math.abs(offByPx) >= 1) window.scrollBy(0, offByPx);
    framesLeft -= 1;
    if (framesLeft > 0) requestAnimationFrame(settle);
    else stopping.abort();
  };
  settle();
  return () => stopping.abort();
}

/** About two seconds, in which the parts of the list around the place have usually loaded. */
const FRAMES_MAX = 120;
const USER_INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const pathnameOf = (path: string) => path.split("?")[0] ?? path;

function findAnchor(topPx: number): ListPlace["anchor"] {
  for (const item of document.querySelectorAll<HTMLElement>("[data-place]")) {
    const offsetPx = item.getBoundingClientRect().top + window.scrollY - topPx;
    const id = item.dataset.place;
    if (offsetPx >= 0 && id !== undefined) return { id, offsetPx };
  }
  return null;
}

function readPlace(pathname: string): ListPlace | null {
  try {
    return JSON.parse(sessionStorage.getItem(`${KEY}:${pathname}`) ?? "null");
  } catch {
    // Browsers may forbid storage. The page then starts at the top.
    return null;
  }
}

function writePlace(pathname: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(`${KEY}:${pathname}`, JSON.stringify(place));
  } catch {
    // If the place cannot be stored, the page starts at the top next time.
  }
}
