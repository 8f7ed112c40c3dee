import type { BoundingBox } from "../../reading/page-text";
import { type Stretch, unionOf } from "./document-text";

/** Part of a stretch, with its position on the page. */
export interface Extract {
  /** The words as written. */
  readonly text: string;
  /** Null if the format has no visual pages. */
  readonly bbox: BoundingBox | null;
  /** From 1. */
  readonly page: number;
}

/** Returns the part of a stretch from `start` to `end` (exclusive), with the box around its words. */
export function wordsOf(stretch: Stretch, start: number, end: number): Extract {
  const words = stretch.words.filter(
    (word) => word.start < end && word.start + word.text.length > start,
  );
  return { text: stretch.text.slice(start, end), bbox: unionOf(words), page: stretch.page };
}
