import type { TextLine } from "@/lib/processing/rules/page-text";
import type { ReadingContext } from "../reading-context";
import { createPageBuilder } from "./page-builder";

/** Tabs and runs of spaces stand between columns. */
const COLUMNS = /\t+| {3,}/;

/** The lines of a text, for each of its pages: form feeds divide them, as printers understood it. */
export function textPages(text: string, context: ReadingContext): (readonly TextLine[])[] {
  return text.split("\f").map((page) => {
    const builder = createPageBuilder(context);
    for (const line of linesOf(page)) {
      if (context.budget.isSpent) break;
      builder.add(line.split(COLUMNS));
    }
    return builder.lines;
  });
}

/** One line after the other, without a list of all of them. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|[\r\n\u2028\u2029]/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}
