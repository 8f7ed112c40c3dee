/** What a listing is asked for. */
export interface ListQuery {
  readonly prefix: string;
  /** "" for none. */
  readonly delimiter: string;
  readonly entriesMax: number;
  /** Keys up to and including this one are left out; "" for none. */
  readonly startAfter: string;
  /** Last entry of the page before, null for the first page. */
  readonly previousEntry: string | null;
}

/** One page of a listing; common prefixes and keys count alike. */
export interface ListPage<T> {
  readonly objects: readonly T[];
  readonly commonPrefixes: readonly string[];
  /** Last entry of this page if there are more, else null. */
  readonly lastEntry: string | null;
}

interface Entry<T> {
  /** The key, or the common prefix that stands for all keys below it. */
  readonly name: string;
  readonly object: T | null;
}

/** Cuts one page out of all objects, in byte order of the keys. Pure; takes time in proportion to all of them. */
export function listPage<T extends { readonly key: string }>(
  objects: readonly T[],
  query: ListQuery,
): ListPage<T> {
  const entries = groupEntries(selectObjects(objects, query), query).filter(
    ({ name }) => query.previousEntry === null || compareBytes(name, query.previousEntry) > 0,
  );
  const page = entries.slice(0, query.entriesMax);
  const isTruncated = page.length > 0 && page.length < entries.length;
  return {
    objects: page.flatMap(({ object }) => (object === null ? [] : [object])),
    commonPrefixes: page.filter(({ object }) => object === null).map(({ name }) => name),
    lastEntry: isTruncated ? (page.at(-1)?.name ?? null) : null,
  };
}

function selectObjects<T extends { readonly key: string }>(
  objects: readonly T[],
  { prefix, startAfter }: ListQuery,
): T[] {
  return objects
    .filter(({ key }) => key.startsWith(prefix))
    .filter(({ key }) => startAfter === "" || compareBytes(key, startAfter) > 0)
    .sort((a, b) => compareBytes(a.key, b.key));
}

/** Keys that share a common prefix stand next to each other, so one look back is enough. */
function groupEntries<T extends { readonly key: string }>(
  sorted: readonly T[],
  { prefix, delimiter }: ListQuery,
): Entry<T>[] {
  const entries: Entry<T>[] = [];
  for (const object of sorted) {
    const cut = delimiter === "" ? -1 : object.key.indexOf(delimiter, prefix.length);
    if (cut < 0) {
      entries.push({ name: object.key, object });
      continue;
    }
    const name = object.key.slice(0, cut + delimiter.length);
    if (entries.at(-1)?.name !== name) {
      entries.push({ name, object: null });
    }
  }
  return entries;
}

/** UTF-8 order, which differs from the order of JavaScript strings beyond the basic plane. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
