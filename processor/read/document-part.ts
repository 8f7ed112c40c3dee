import type { StatedFacts } from "@/lib/processing/rules/reading/file-facts";
import type { PageText } from "@/lib/processing/rules/reading/page-text";

/** A page whose number in the whole document is not known yet. */
export type UnnumberedPage = Omit<PageText, "number">;

/** Everything read from a document in one go. */
export interface WholeText {
  readonly pages: readonly UnnumberedPage[];
  readonly stated: StatedFacts | null;
}

/** Creates pages without positions, either of the document itself or of its part with this name. */
export function partPages(
  pages: readonly PageText["lines"][],
  part: string | null = null,
): UnnumberedPage[] {
  return pages.map((lines) => ({ part, isAttachment: false, size: null, lines }));
}
