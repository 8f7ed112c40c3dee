import { useCallback, useEffect, useRef, useState } from "react";
import { useMay } from "../../shell/role-provider";

/** The selected rows of a list. */
export interface Selection {
  /** Whether all documents that match the filters are selected, including those that have not been loaded. */
  readonly isAll: boolean;
  readonly uuids: ReadonlySet<string>;
  /** The row that was selected or cleared last, from which a range extends; null if there is none. */
  readonly anchor: string | null;
}

/** Nothing is selected. */
export const NOTHING: Selection = { isAll: false, uuids: new Set(), anchor: null };

/**
 * Selects or clears a row, or gives all rows from the last one to this one the state that this row gets. While all matching
 * documents are selected, clearing a row leaves the other shown rows selected.
 * @param shown the uuids of the rows that have been loaded, in order
 */
export function toggled(
  { isAll, uuids, anchor }: Selection,
  uuid: string,
  { shown, isRange }: { readonly shown: readonly string[]; readonly isRange: boolean },
): Selection {
  const next = new Set(isAll ? shown : uuids);
  const isSelected = !next.has(uuid);
  const [from, to] = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(uuid)];
  const range =
    isRange && from >= 0 && to >= 0
      ? shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      : [uuid];
  for (const each of range) {
    if (isSelected) next.add(each);
    else next.delete(each);
  }
  return { isAll: false, uuids: next, anchor: uuid };
}

/** Selects all rows that have been loaded, or clears the selection if they all are selected. */
export function toggledShown({ isAll, uuids }: Selection, shown: readonly string[]): Selection {
  if (isAll || shown.every((uuid) => uuids.has(uuid))) return NOTHING;
  return { isAll: false, uuids: new Set([...uuids, ...shown]), anchor: null };
}

/** The selection of a list, and functions that change it. */
export interface ListSelection {
  readonly selection: Selection;
  readonly toggle: (uuid: string, isRange: boolean) => void;
  readonly toggleShown: () => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/**
 * Keeps the selection of a list until its filters change. Returns null for users who cannot change documents.
 * @param of the filters as one string
 */
export function useSelection(
  of: string,
  rows: readonly { uuid: string }[] | null,
): ListSelection | null {
  const mayChange = useMay("reviewer");
  const [kept, setKept] = useState({ of, selection: NOTHING });
  const shown = useRef<readonly string[]>([]);
  useEffect(() => {
    shown.current = (rows ?? []).map(({ uuid }) => uuid);
  }, [rows]);
  const update = useCallback(
    (change: (selection: Selection) => Selection) =>
      setKept((now) => ({ of, selection: change(now.of === of ? now.selection : NOTHING) })),
    [of],
  );
  const toggle = useCallback(
    (uuid: string, isRange: boolean) =>
      update((selection) => toggled(selection, uuid, { shown: shown.current, isRange })),
    [update],
  );
  if (!mayChange) return null;
  return {
    selection: kept.of === of ? kept.selection : NOTHING,
    toggle,
    toggleShown: () => update((selection) => toggledShown(selection, shown.current)),
    selectAll: () => update(() => ({ ...NOTHING, isAll: true })),
    clear: () => update(() => NOTHING),
  };
}
