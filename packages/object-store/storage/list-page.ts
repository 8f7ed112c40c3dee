import { compareBytes, firstPosition } from "./byte-order";

/** The parameters of a listing. */
export interface ListQuery {
  readonly prefix: string;
  /** "" for none. */
  readonly delimiter: string;
  readonly entriesMax: number;
  /** Keys up to and including this one are skipped; "" for none. */
  readonly startAfter: string;
  /** The last entry of the previous page; null for the first page. */
  readonly previousEntry: string | null;
}

/** One page of a listing; common prefixes count like keys. */
export interface ListPage<T> {
  readonly objects: readonly T[];
  readonly commonPrefixes: readonly string[];
  /** The last entry of this page if there are more, otherwise null. */
  readonly lastEntry: string | null;
}

interface Entry<T> {
  /** The key, or the common prefix that stands for all keys below it. */
  readonly name: string;
  readonly object: T | null;
}

/**
 * Cuts one page out of objects sorted by the bytes of their keys. Pure; takes time proportional to the page. `isSkipped`
 * skips more objects at the start; once it is false for an object, it must be false for all later objects.
 */
export function listPage<T extends { readonly key: string }>(
  sorted: readonly T[],
  query: ListQuery,
  isSkipped: (object: T) => boolean = () => false,
): ListPage<T> {
  const page: Entry<T>[] = [];
  let isTruncated = false;
  for (const entry of entriesOf(sorted, query, isSkipped)) {
    if (page.length === query.entriesMax) {
      isTruncated = true;
      break;
    }
    page.push(entry);
  }
  return {
    objects: page.flatMap(({ object }) => (object === null ? [] : [object])),
    commonPrefixes: page.filter(({ object }) => object === null).map(({ name }) => name),
    lastEntry: isTruncated ? (page.at(-1)?.name ?? null) : null,
  };
}

/** Keys that share a common prefix are adjacent, so a single search finds the end of the group. */
function* entriesOf<T extends { readonly key: string }>(
  sorted: readonly T[],
  query: ListQuery,
  isSkipped: (object: T) => boolean,
): Generator<Entry<T>> {
  const { prefix, startAfter } = query;
  const previousEntry = query.previousEntry ?? "";
  const isBefore = (object: T) =>
    compareBytes(object.key, prefix) < 0 ||
    compareBytes(object.key, startAfter) <= 0 ||
    compareBytes(object.key, previousEntry) <= 0 ||
    isSkipped(object);
  let position = firstPosition(sorted, isBefore);
  for (;;) {
    const object = sorted[position];
    if (!object?.key.startsWith(prefix)) return;
    const name = commonPrefixOf(object.key, query);
    if (name === null) {
      yield { name: object.key, object };
      position += 1;
      continue;
    }
    // The previous page may have ended with the same prefix.
    if (compareBytes(name, previousEntry) > 0) yield { name, object: null };
    position = firstPosition(sorted, ({ key }) => key.startsWith(name), position);
  }
}

/** Returns the common prefix that stands for a key; null for a key that is listed as itself. */
function commonPrefixOf(key: string, { prefix, delimiter }: ListQuery): string | null {
  const cut = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
  return cut < 0 ? null : key.slice(0, cut + delimiter.length);
}
