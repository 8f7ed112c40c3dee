import type { BoundingBox } from "@/lib/processing/rules/page-text";

/** A place of a document that stands for something outside the preview, such as a field. */
export interface Highlight {
  readonly id: string;
  /** From 1. */
  readonly page: number;
  /** As parts of the page as the file shows it (0..1, origin top left); null: the format has no pages. */
  readonly bbox: BoundingBox | null;
  /** The words at the place, by which it is found where there are no boxes; pieces are divided by ` | `. */
  readonly text?: string | null;
}
