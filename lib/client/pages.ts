/** A part of a list; `nextCursor` is null at its end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** All items of a list, page by page, each read when it is needed. */
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

/** The query of a URL, empty or with its question mark; what is undefined is left out. */
export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
