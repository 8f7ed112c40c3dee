"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import type { BoundingBox } from "@/lib/processing/rules/reading/page-text";
import { turnBox } from "../../preview/pages/highlight-boxes";
import type { Rotation } from "../../preview/pages/page-source";

/** Words that were selected in the preview. */
export interface PointedWords {
  readonly text: string;
  readonly page: number;
  /** Null if the format has no pages. */
  readonly bbox: BoundingBox | null;
}

const CHARACTERS_MAX = 4000;

/** Calls the handler with the words that are selected in the preview, each time a selection ends. */
export function usePointedWords(
  editor: RefObject<HTMLElement | null>,
  onPoint: (words: PointedWords) => void,
): void {
  const point = useEffectEvent(() => {
    const words = selectedWords(editor.current);
    if (words) onPoint(words);
  });
  useEffect(() => {
    // The browser sets the selection of a double click only after the release.
    const pointSoon = () => requestAnimationFrame(() => point());
    document.addEventListener("pointerup", pointSoon);
    return () => document.removeEventListener("pointerup", pointSoon);
  }, []);
}

/**
 * Returns the words that are selected in the preview; null if there are none. If the editor is in an article, another
 * article's preview does not count.
 */
export function selectedWords(editor: Element | null): PointedWords | null {
  const within = editor?.closest("article") ?? document.body;
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const text = selection.toString().replaceAll(/\s+/g, " ").trim().slice(0, CHARACTERS_MAX);
  const range = selection.getRangeAt(0);
  const { startContainer: start } = range;
  const element = start instanceof Element ? start : start.parentElement;
  const page = element?.closest<HTMLElement>("[data-page]");
  if (text === "" || !page || !within.contains(page)) return null;
  return { text, page: Number(page.dataset.page), bbox: boxOf(range, page) };
}

function boxOf(range: Range, page: HTMLElement): BoundingBox | null {
  const { rotation } = page.dataset;
  if (rotation === undefined) return null;
  const [outer, inner] = [page.getBoundingClientRect(), range.getBoundingClientRect()];
  const share = (at: number, from: number, size: number) =>
    Math.min(1, Math.max(0, (at - from) / size));
  const box: BoundingBox = [
    share(inner.left, outer.left, outer.width),
    share(inner.top, outer.top, outer.height),
    share(inner.right, outer.left, outer.width),
    share(inner.bottom, outer.top, outer.height),
  ];
  return turnBox(box, ((360 - Number(rotation)) % 360) as Rotation);
}
