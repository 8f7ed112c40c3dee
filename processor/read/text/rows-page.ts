import type { TextLine } from "@/lib/processing/rules/reading/page-text";
import type { ReadingContext } from "../reading-context";
import { createPageBuilder } from "./page-builder";

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
