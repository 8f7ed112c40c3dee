import { wordsOf } from "@/lib/processing/rules/reading/clean-text";
import type { Segment, TextLine } from "@/lib/processing/rules/reading/page-text";
import type { ReadingContext } from "../reading-context";

/** Builds the lines of one page in a format without positions, within the document's budget. */
interface PageBuilder {
  /** Adds a line of segments, such as the cells of a row; a line without words is ignored. */
  add(segments: readonly string[]): void;
  readonly lines: readonly TextLine[];
}

/** Creates an empty page. */
export function createPageBuilder({ budget }: Pick<ReadingContext, "budget">): PageBuilder {
  const lines: TextLine[] = [];
  const segmentOf = (text: string): Segment =>
    budget.isSpent
      ? []
      : wordsOf(text).flatMap((word) => (budget.take(word) ? [{ text: word, bbox: null }] : []));
  return {
    add(segments) {
      if (budget.isSpent) return;
      const line = segments.map(segmentOf).filter((segment) => segment.length > 0);
      if (line.length > 0) lines.push(line);
    },
    lines,
  };
}

/** Creates a page of rows, within the document's budget. */
export function rowsPage(
  rows: Iterable<readonly string[]>,
  context: Pick<ReadingContext, "budget">,
): readonly TextLine[] {
  const page = createPageBuilder(context);
  for (const row of rows) {
    page.add(row);
    if (context.budget.isSpent) break;
  }
  return page.lines;
}
