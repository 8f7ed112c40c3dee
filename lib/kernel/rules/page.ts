/** A page of a list. */
export interface Page<Position> {
  /** The row after which the page starts; null for the first page. */
  readonly after: Position | null;
  readonly limit: number;
}

/**
 * Reads one page and one more row, to see whether another page follows.
 * @param read returns the rows after the page's position, at most as many as its limit
 * @returns `nextAfter` null if there are currently no more rows
 */
export async function readPage<Row, Position>(
  { after, limit }: Page<Position>,
  read: (page: Page<Position>) => Promise<readonly Row[]>,
  positionOf: (last: Row) => Position,
): Promise<{ items: readonly Row[]; nextAfter: Position | null }> {
  const found = await read({ after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextAfter: last && found.length > limit ? positionOf(last) : null };
}
