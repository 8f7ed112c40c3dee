"use client";

import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { followListPlace, type ListPlace, scrollToPlace } from "./list-place";
import { areSingleKeysOn } from "./single-keys";

/** A row to draw, or the space of rows that are not drawn. */
export type VirtualPiece =
  | { readonly kind: "row"; readonly index: number }
  | { readonly kind: "space"; readonly key: string; readonly heightPx: number };

const OVERSCAN_ROWS = 12;

/**
 * Draws only the rows near the window, so that a list of any length scrolls smoothly. The row that has the focus is always
 * drawn, so that the focus is never lost. J and K, and within the list the arrow keys, move the focus from row to row.
 *
 * A row has the attributes `data-index` and `data-place` with its key, and `measure` as its ref. The element that takes
 * the focus has the attribute `data-row-focus`.
 */
export function useVirtualRows({
  keys,
  estimatedPx,
  path,
  place,
}: {
  /** The keys of all rows, in order. */
  readonly keys: readonly string[];
  /** The usual height of a row. Each row is measured once it is drawn. */
  readonly estimatedPx: number;
  /** The path of the view, under which the place in the list is remembered. */
  readonly path: string;
  /** The place to start at; null for the top. */
  readonly place: ListPlace | null;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  const [marginPx, setMarginPx] = useState(0);
  /** The row to which a key moved the focus. */
  const [focused, setFocused] = useState<{ readonly key: string } | null>(null);
  /** The row that has the focus, however it came there. */
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const focusedIndex = focusedKey === null ? -1 : keys.indexOf(focusedKey);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: keys.length,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: (index) => place?.heightsPx[index] ?? estimatedPx,
    overscan: OVERSCAN_ROWS,
    scrollMargin: marginPx,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focusedIndex < 0 || drawn.includes(focusedIndex)) return drawn;
      return [...drawn, focusedIndex].sort((one, other) => one - other);
    },
    ...(place ? { initialOffset: place.topPx } : {}),
  });

  useLayoutEffect(() => {
    const rect = list.current?.getBoundingClientRect();
    if (rect) setMarginPx(Math.round(rect.top + window.scrollY));
  });
  useLayoutEffect(() => (place ? scrollToPlace(place) : undefined), [place]);
  useLayoutEffect(
    () => followListPlace(path, () => virtualizer.measurementsCache.map(({ size }) => size)),
    [path, virtualizer],
  );
  useLayoutEffect(() => {
    if (!focused) return;
    const row = list.current?.querySelector(`[data-place="${CSS.escape(focused.key)}"]`);
    row?.querySelector<HTMLElement>("[data-row-focus]")?.focus();
  }, [focused]);

  useEffect(() => {
    const { current } = list;
    const keep = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
      setFocusedKey(row?.dataset.place ?? null);
    };
    current?.addEventListener("focusin", keep);
    return () => current?.removeEventListener("focusin", keep);
  }, []);

  const firstIndex = virtualizer.range?.startIndex ?? 0;
  useRowKeys(list, (step) => {
    const row = document.activeElement?.closest<HTMLElement>("[data-index]");
    const from = row && list.current?.contains(row) ? Number(row.dataset.index) : firstIndex - 1;
    const key = keys[Math.min(Math.max(0, from + step), keys.length - 1)];
    if (key === undefined) return;
    setFocusedKey(key);
    setFocused({ key });
  });

  return {
    list,
    measure: virtualizer.measureElement,
    pieces: piecesOf(virtualizer.getVirtualItems(), marginPx, virtualizer.getTotalSize()),
    /** The first and the last row in the window. */
    view: [firstIndex, virtualizer.range?.endIndex ?? 0] as const,
  };
}

function piecesOf(
  items: readonly { index: number; start: number; end: number }[],
  marginPx: number,
  totalPx: number,
): readonly VirtualPiece[] {
  const pieces: VirtualPiece[] = [];
  let endPx = 0;
  const addSpace = (toPx: number, key: string) => {
    if (toPx > endPx) pieces.push({ kind: "space", key, heightPx: toPx - endPx });
  };
  for (const { index, start, end } of items) {
    addSpace(start - marginPx, `before-${index}`);
    pieces.push({ kind: "row", index });
    endPx = end - marginPx;
  }
  addSpace(totalPx, "after");
  return pieces;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** Calls `move` for the keys that move between rows, unless the focus is where they have another meaning. */
function useRowKeys(list: RefObject<HTMLElement | null>, move: (step: 1 | -1) => void): void {
  const moveNow = useEffectEvent(move);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { activeElement } = document;
      const isInList = list.current?.contains(activeElement) === true;
      const isLetter = event.key.length === 1;
      if (isLetter && !areSingleKeysOn()) return;
      const isNowhere = activeElement === document.body || activeElement?.matches("main") === true;
      const isInSearch = activeElement?.matches("input[type=search]") && event.key === "ArrowDown";
      if (!(isInList || (isLetter && isNowhere) || isInSearch)) return;
      event.preventDefault();
      moveNow(step);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list]);
}
