import type { BoundingBox } from "@/lib/processing/rules/reading/page-text";

/** A region of a document that corresponds to something outside the preview, such as a field. */
export interface Highlight {
  readonly id: string;
  /** From 1. */
  readonly page: number;
  /**
   * The box in fractions of the page as it is oriented in the file (0..1, origin at the top left); null if the format has
   * no pages.
   */
  readonly bbox: BoundingBox | null;
  /** The words in the region, by which the region is found in formats without boxes; pieces are separated by ` | `. */
  readonly text?: string | null;
}
