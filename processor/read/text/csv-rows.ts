/** Yields the rows of a table in plain text, with quoted cells as spreadsheets write them. */
export function* csvRows(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, next } = cellAt(text, at, delimiter);
    row.push(cell);
    if (text[next] === delimiter) {
      at = next + 1;
      continue;
    }
    yield row;
    row = [];
    at = next + (text.startsWith("\r\n", next) ? 2 : 1);
  }
  if (row.length > 0) yield row;
}

function cellAt(text: string, start: number, delimiter: string): { cell: string; next: number } {
  if (text[start] !== '"') {
    const next = endOfPlain(text, start, delimiter);
    return { cell: text.slice(start, next), next };
  }
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  // An unclosed quote would swallow the rest of the file, so it counts as part of the text.
  if (close < 0) {
    const next = endOfPlain(text, start, delimiter);
    return { cell: text.slice(start, next), next };
  }
  const next = endOfPlain(text, close + 1, delimiter);
  return {
    cell: text.slice(start + 1, close).replaceAll('""', '"') + text.slice(close + 1, next),
    next,
  };
}

function endOfPlain(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r")
    at += 1;
  return at;
}
