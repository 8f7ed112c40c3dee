/** Where somebody was among the tiles, in a form that survives leaving and reloading the page. */
export interface CockpitPlace {
  /** The path of the view, with its search, filters and order. */
  readonly path: string;
  /** How far the page was scrolled. */
  readonly topPx: number;
  /** The first tile below the top of the window, and how far below it was; null if there was none. */
  readonly anchor: { readonly identifier: string; readonly offsetPx: number } | null;
  /** The heights of the pages of tiles after the first one. */
  readonly heightsPx: readonly number[];
}

const KEY = "stagedoor.cockpit-place";
const COCKPIT = "/cockpit";

/** Marks an entry of the browser's history as one in which the cockpit was shown. */
const MARK = "stagedoorCockpit";

let isLinkBack = false;

/** Must be called before a link takes the user back to the cockpit. Going back in the browser's history needs no call. */
export function returnToCockpit(): void {
  isLinkBack = true;
}

/** Returns the place in a view that the user is returning to; null if the page is to start at the top. */
export function takeCockpitPlace(path: string): CockpitPlace | null {
  const isDue = isLinkBack;
  isLinkBack = false;
  // Going back and reloading keep the state of the entry, while a link to the cockpit makes a new one.
  const place = isDue || window.history.state?.[MARK] === true ? readPlace() : null;
  if (place?.path === path) return place;
  // Such a link leaves the scrolling to this page.
  if (isDue) window.scrollTo(0, 0);
  return null;
}

/**
 * Follows the page until the returned function is called, and saves the place whenever the page is left. Must be started
 * and stopped in a layout effect, while the tiles are in the document. `heightsOf` returns the heights of the pages of
 * tiles after the first one.
 */
export function followCockpitPlace(path: string, heightsOf: () => readonly number[]): () => void {
  let topPx = window.scrollY;
  const scrolled = () => {
    // Going back in the history changes the address first, and then scrolls this page to the position of another one.
    if (window.location.pathname === COCKPIT) topPx = window.scrollY;
  };
  const save = () => {
    const heightsPx = heightsOf();
    writePlace({ path, topPx, anchor: findAnchor(topPx), heightsPx });
  };
  window.addEventListener("scroll", scrolled, { passive: true });
  window.addEventListener("pagehide", save);
  window.history.replaceState({ ...window.history.state, [MARK]: true }, "");
  return () => {
    window.removeEventListener("scroll", scrolled);
    window.removeEventListener("pagehide", save);
    save();
  };
}

/**
 * Scrolls to the place. Tiles that are drawn only now move the others, so the page follows its anchor for about two
 * seconds or until the user scrolls. Returns a function that stops this.
 */
export function scrollToPlace({ topPx, anchor }: CockpitPlace): () => void {
  window.scrollTo(0, topPx);
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const input of USER_INPUTS) {
    window.addEventListener(input, () => stopping.abort(), { signal, passive: true });
  }
  let framesLeft = FRAMES_MAX;
  const settle = () => {
    if (signal.aborted || anchor === null) return;
    const tile = document.querySelector(tileSelector(anchor.identifier));
    const offByPx = tile ? tile.getBoundingClientRect().top - anchor.offsetPx : 0;
    if (Math.abs(offByPx) >= 1) window.scrollBy(0, offByPx);
    framesLeft -= 1;
    if (framesLeft > 0) requestAnimationFrame(settle);
    else stopping.abort();
  };
  settle();
  return () => stopping.abort();
}

/** About two seconds, in which the pages of tiles around the place have usually loaded. */
const FRAMES_MAX = 120;
const USER_INPUTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const tileSelector = (identifier: string) => `[data-upload-identifier="${CSS.escape(identifier)}"]`;

function findAnchor(topPx: number): CockpitPlace["anchor"] {
  for (const tile of document.querySelectorAll<HTMLElement>("[data-upload-identifier]")) {
    const offsetPx = tile.getBoundingClientRect().top + window.scrollY - topPx;
    const identifier = tile.dataset.uploadIdentifier;
    if (offsetPx >= 0 && identifier !== undefined) return { identifier, offsetPx };
  }
  return null;
}

function readPlace(): CockpitPlace | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    // Browsers may forbid storage. The page then starts at the top.
    return null;
  }
}

function writePlace(place: CockpitPlace): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // If the place cannot be stored, the page starts at the top next time.
  }
}
