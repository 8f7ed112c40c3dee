/** A page of a list; `nextCursor` is null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Returns all items of a list page by page, reading each page only when it is needed. */
export async function* itemsOf<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
  firstCursor?: string,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null | undefined = firstCursor;
  while (cursor !== null) {
    const page: Page<Item> = await readPage(cursor);
    yield* page.items;
    cursor = page.nextCursor;
  }
}

/** Returns the query of a URL, either empty or with its question mark. Undefined values are omitted. */
export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
