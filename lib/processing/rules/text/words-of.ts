import type { BoundingBox } from "../page-text";
import { type Stretch, unionOf } from "./document-text";

/** Where a part of a stretch stands on its page. */
export interface Extract {
  /** The words as they stand. */
  readonly text: string;
  /** null when the format has no pages that are shown. */
  readonly bbox: BoundingBox | null;
  /** From 1. */
  readonly page: number;
}

/** The part of a stretch from `start` up to `end`, with the box around its words. */
export function wordsOf(stretch: Stretch, start: number, end: number): Extract {
  const words = stretch.words.filter(
    (word) => word.start < end && word.start + word.text.length > start,
  );
  return { text: stretch.text.slice(start, end), bbox: unionOf(words), page: stretch.page };
}
