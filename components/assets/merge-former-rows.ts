/**
 * A row that was removed from a list by an action on that row, with the identifiers of all rows that were above it, from
 * the top.
 */
export interface FormerPlace {
  readonly identifier: string;
  readonly above: readonly string[];
}

/** A row of the list, or a former row kept in its place. */
export type MergedRow<Row, Former> =
  | { readonly kind: "row"; readonly row: Row }
  | { readonly kind: "kept"; readonly former: Former };

/**
 * Keeps former rows of a list in their places, so that no other row moves under the pointer. `former` is in the order in
 * which the rows left the list.
 */
export function mergeFormerRows<
  Row extends { readonly identifier: string },
  Former extends FormerPlace,
>(rows: readonly Row[], former: readonly Former[]): readonly MergedRow<Row, Former>[] {
  const merged: MergedRow<Row, Former>[] = rows.map((row) => ({ kind: "row", row }));
  const indexOf = (identifier: string) =>
    merged.findIndex((one) => identifier === identifierOf(one));
  for (const one of former) {
    const stillListed = indexOf(one.identifier);
    if (stillListed >= 0) merged[stillListed] = { kind: "kept", former: one };
    else merged.splice(belowNearest(one.above.map(indexOf)), 0, { kind: "kept", former: one });
  }
  return merged;
}

/**
 * Returns the position below the nearest preceding row that is still in the list, or the first position if there is none.
 */
const belowNearest = (indexes: readonly number[]) =>
  (indexes.findLast((index) => index >= 0) ?? -1) + 1;

/** Returns the identifier of a row, current or kept. */
export function identifierOf<
  Row extends { readonly identifier: string },
  Former extends FormerPlace,
>(one: MergedRow<Row, Former>): string {
  return one.kind === "row" ? one.row.identifier : one.former.identifier;
}
