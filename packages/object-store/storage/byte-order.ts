/**
 * Compares two well-formed strings by their UTF-8 bytes, without encoding them: the first differing code point decides.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

/**
 * Returns the position of the first item at or after `from` for which `isBefore` is false; the length if there is none.
 * The items for which `isBefore` is true must come first.
 */
export function firstPosition<T>(
  sorted: readonly T[],
  isBefore: (item: T) => boolean,
  from = 0,
): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    if (item !== undefined && isBefore(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
