import type { PageText } from "@/lib/processing/rules/page-text";
import type { StatedFacts } from "@/lib/processing/rules/reading";

/** A page before it has its number in the whole document. */
export type UnnumberedPage = Omit<PageText, "number">;

/** All that was read from a document at once. */
export interface WholeText {
  readonly pages: readonly UnnumberedPage[];
  readonly stated: StatedFacts | null;
}

/** Pages of the document itself, without places, or of its part of this name. */
export function partPages(
  pages: readonly PageText["lines"][],
  part: string | null = null,
): UnnumberedPage[] {
  return pages.map((lines) => ({ part, isAttachment: false, size: null, lines }));
}
