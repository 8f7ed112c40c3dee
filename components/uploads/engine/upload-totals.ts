import {
  type AssetUploads,
  isUnfinished,
  UPLOAD_STATES,
  type UploadEntry,
  type UploadState,
  type UploadTotals,
} from "./upload-entry";

/** Totals of all uploads and of each asset. */
export interface AllTotals {
  readonly all: UploadTotals;
  /** By identifier; the object of an asset stays the same while nothing of it changes. */
  readonly byAsset: ReadonlyMap<string, AssetUploads>;
}

/** No upload in any state. */
export const NO_TOTALS: AllTotals = { all: newTotals(0), byAsset: new Map() };

/** Knows whose bytes count: of what is unfinished or done since nothing was going on, even when it was cleared away. */
export function createTotals() {
  const counted = new Set<string>();
  const clearedBytes = new Map<string, number>();
  let latest = NO_TOTALS;
  return {
    /** null: it is removed. */
    follow: (before: UploadEntry | null, after: UploadEntry | null) => {
      if (after && isUnfinished(after.state)) counted.add(after.id);
      if (!before || after || !counted.delete(before.id) || before.state !== "done") return;
      const { assetIdentifier, sizeBytes } = before;
      clearedBytes.set(assetIdentifier, (clearedBytes.get(assetIdentifier) ?? 0) + sizeBytes);
    },
    /** Begins the bytes again from 0; to be called only while nothing is unfinished. */
    restartBytes: () => {
      counted.clear();
      clearedBytes.clear();
    },
    /** One step for each entry. */
    sumUp: (entries: Iterable<UploadEntry>): AllTotals => {
      const all = newTotals(sum(clearedBytes.values()));
      const byAsset = new Map<string, AssetUploads & Totals>();
      for (const entry of entries) {
        const { assetIdentifier, assetName } = entry;
        const ofAsset = byAsset.get(assetIdentifier) ?? {
          ...{ assetIdentifier, assetName },
          ...newTotals(clearedBytes.get(assetIdentifier) ?? 0),
        };
        byAsset.set(assetIdentifier, ofAsset);
        for (const totals of [all, ofAsset]) add(totals, entry, counted.has(entry.id));
      }
      latest = { all, byAsset: keepSame(latest.byAsset, byAsset) };
      return latest;
    },
  };
}

type Changing<Value> = { -readonly [Key in keyof Value]: Value[Key] };
type Totals = Changing<UploadTotals> & { counts: Changing<UploadTotals["counts"]> };

function newTotals(bytes: number): Totals {
  const none = UPLOAD_STATES.map((state) => [state, 0]);
  const counts = Object.fromEntries(none) as Record<UploadState, number>;
  return { counts, unfinishedCount: 0, bytesTotal: bytes, bytesSent: bytes };
}

function add(totals: Totals, { state, sizeBytes, sentBytes }: UploadEntry, isCounted: boolean) {
  totals.counts[state] += 1;
  if (isUnfinished(state)) totals.unfinishedCount += 1;
  if (!isCounted || !(state === "done" || isUnfinished(state))) return;
  totals.bytesTotal += sizeBytes;
  totals.bytesSent += sentBytes;
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

function keepSame(
  before: ReadonlyMap<string, AssetUploads>,
  now: ReadonlyMap<string, AssetUploads>,
): ReadonlyMap<string, AssetUploads> {
  const same = [...now].map(([identifier, totals]) => {
    const known = before.get(identifier);
    const isSame = known && JSON.stringify(known) === JSON.stringify(totals);
    return [identifier, isSame ? known : totals] as const;
  });
  return new Map(same);
}
