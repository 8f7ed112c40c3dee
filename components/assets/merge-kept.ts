/** Something that left a list by its own action, and the identifiers of all rows that stood above it then, from the top. */
export interface KeptPlace {
  readonly identifier: string;
  readonly above: readonly string[];
}

/** A row of the list, or one that is kept where it stood. */
export type MergedRow<Row, Kept> =
  | { readonly kind: "row"; readonly row: Row }
  | { readonly kind: "kept"; readonly kept: Kept };

/**
 * Keeps what left a list in its place, so that no other row moves under somebody's pointer; `kept` in the order in which they left.
 */
export function mergeKept<Row extends { readonly identifier: string }, Kept extends KeptPlace>(
  rows: readonly Row[],
  kept: readonly Kept[],
): readonly MergedRow<Row, Kept>[] {
  const merged: MergedRow<Row, Kept>[] = rows.map((row) => ({ kind: "row", row }));
  const indexOf = (identifier: string) =>
    merged.findIndex((one) => identifier === identifierOf(one));
  for (const one of kept) {
    const stillListed = indexOf(one.identifier);
    if (stillListed >= 0) merged[stillListed] = { kind: "kept", kept: one };
    else merged.splice(belowNearest(one.above.map(indexOf)), 0, { kind: "kept", kept: one });
  }
  return merged;
}

/** The place below what stood nearest above and is still there; the first if nothing is. */
const belowNearest = (indexes: readonly number[]) =>
  (indexes.findLast((index) => index >= 0) ?? -1) + 1;

/** Of a row, however it is shown. */
export function identifierOf<Row extends { readonly identifier: string }, Kept extends KeptPlace>(
  one: MergedRow<Row, Kept>,
): string {
  return one.kind === "row" ? one.row.identifier : one.kept.identifier;
}
