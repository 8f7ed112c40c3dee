import {
  type AssetUploads,
  isUnfinished,
  UPLOAD_STATES,
  type UploadEntry,
  type UploadState,
  type UploadTotals,
} from "./upload-entry";

/** The totals of all uploads and of each asset. */
export interface AllTotals {
  readonly all: UploadTotals;
  /** The totals of each asset, by identifier. An asset's object stays the same until one of its values changes. */
  readonly byAsset: ReadonlyMap<string, AssetUploads>;
}

/** Uploads removed from the list that still count towards the totals. */
interface Cleared {
  readonly count: number;
  readonly bytes: number;
}

const NOTHING_CLEARED: Cleared = { count: 0, bytes: 0 };

/** The totals if there are no uploads. */
export const NO_TOTALS: AllTotals = { all: newTotals(NOTHING_CLEARED), byAsset: new Map() };

/**
 * Creates totals. They count uploads that are unfinished or were completed since the tab was last idle, even if they were
 * cleared from the list.
 */
export function createTotals() {
  const counted = new Set<string>();
  const cleared = new Map<string, Cleared>();
  let latest = NO_TOTALS;
  return {
    /** `after` is null if the entry has been removed. */
    follow: (before: UploadEntry | null, after: UploadEntry | null) => {
      if (after && isUnfinished(after.state)) counted.add(after.id);
      if (!before || after) return;
      const isCounted = counted.delete(before.id);
      if (before.state !== "done") return;
      const { assetIdentifier, sizeBytes } = before;
      const { count, bytes } = cleared.get(assetIdentifier) ?? NOTHING_CLEARED;
      const added = { count: count + 1, bytes: bytes + (isCounted ? sizeBytes : 0) };
      cleared.set(assetIdentifier, added);
    },
    /** Resets the counts of uploads that are not in the list to 0. Must be called only while no upload is unfinished. */
    restart: () => {
      counted.clear();
      cleared.clear();
    },
    /** Computes the totals in linear time. */
    sumUp: (entries: Iterable<UploadEntry>): AllTotals => {
      const all = newTotals(sumOf(cleared.values()));
      const byAsset = new Map<string, AssetUploads & Totals>();
      for (const entry of entries) {
        const { assetIdentifier, assetName } = entry;
        const ofAsset = byAsset.get(assetIdentifier) ?? {
          ...{ assetIdentifier, assetName },
          ...newTotals(cleared.get(assetIdentifier) ?? NOTHING_CLEARED),
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

function newTotals({ count, bytes }: Cleared): Totals {
  const none = UPLOAD_STATES.map((state) => [state, 0]);
  const counts = Object.fromEntries(none) as Record<UploadState, number>;
  const ofBytes = { bytesTotal: bytes, bytesSent: bytes };
  return { counts, uploadedCount: count, unfinishedCount: 0, ...ofBytes };
}

function add(totals: Totals, { state, sizeBytes, sentBytes }: UploadEntry, isCounted: boolean) {
  totals.counts[state] += 1;
  if (state === "done") totals.uploadedCount += 1;
  if (isUnfinished(state)) totals.unfinishedCount += 1;
  if (!isCounted || !(state === "done" || isUnfinished(state))) return;
  totals.bytesTotal += sizeBytes;
  totals.bytesSent += sentBytes;
}

const sumOf = (all: Iterable<Cleared>) =>
  [...all].reduce(
    (sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes }),
    NOTHING_CLEARED,
  );

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
