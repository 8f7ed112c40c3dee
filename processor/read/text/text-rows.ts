/** Tabs and runs of spaces separate columns. */
const COLUMNS = /\t+| {3,}/;
const LINE = /[^\r\n\u2028\u2029]+/g;

/**
 * Yields the lines of the text one at a time, each divided into columns, because a list of all lines could be larger than
 * the text. Empty lines are skipped, so that millions of them cost no more than a search.
 */
export function* textRows(text: string): Generator<string[]> {
  for (const [line] of text.matchAll(LINE)) yield line.split(COLUMNS);
}
