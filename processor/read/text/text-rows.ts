/** Tabs and runs of spaces separate columns. */
const COLUMNS = /\t+| {3,}/;

/**
 * Yields the lines of the text one at a time, each divided into columns, because a list of all lines could be larger than
 * the text.
 */
export function* textRows(text: string): Generator<string[]> {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|[\r\n\u2028\u2029]/g)) {
    yield text.slice(start, index).split(COLUMNS);
    start = index + end.length;
  }
  yield text.slice(start).split(COLUMNS);
}
