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

/** Completed uploads removed from the list that still count towards the totals. */
interface Cleared {
  readonly count: number;
  readonly bytes: number;
}

const NOTHING_CLEARED: Cleared = { count: 0, bytes: 0 };

/** The totals if there are no uploads. */
export const NO_TOTALS: AllTotals = { all: newTotals(NOTHING_CLEARED), byAsset: new Map() };

/**
 * Creates totals. Apart from the counts by state, they are about the latest batch: the uploads added or retried since the
 * tab was last idle, even if completed ones were cleared from the list.
 */
export function createTotals() {
  const counted = new Set<string>();
  const cleared = new Map<string, Cleared>();
  let latest = NO_TOTALS;
  return {
    /** `after` is null if the entry has been removed. */
    follow: (before: UploadEntry | null, after: UploadEntry | null) => {
      // A file that is rejected when it is added, for example because of its size, was never unfinished.
      const isNew = !before && after?.state !== "interrupted";
      if (after && (isNew || isUnfinished(after.state))) counted.add(after.id);
      if (!before || after) return;
      const isCounted = counted.delete(before.id);
      if (!isCounted || before.state !== "done") return;
      const { assetIdentifier, sizeBytes } = before;
      const { count, bytes } = cleared.get(assetIdentifier) ?? NOTHING_CLEARED;
      cleared.set(assetIdentifier, { count: count + 1, bytes: bytes + sizeBytes });
    },
    /** Begins a new batch. Must be called only while no upload is unfinished. */
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
          assetIdentifier,
          assetName,
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
  return {
    counts,
    uploadedCount: count,
    failedCount: 0,
    cancelledCount: 0,
    unfinishedCount: 0,
    bytesTotal: bytes,
    bytesSent: bytes,
  };
}

function add(totals: Totals, { state, sizeBytes, sentBytes }: UploadEntry, isCounted: boolean) {
  totals.counts[state] += 1;
  if (isUnfinished(state)) totals.unfinishedCount += 1;
  if (!isCounted) return;
  if (state === "done") totals.uploadedCount += 1;
  if (state === "failed") totals.failedCount += 1;
  if (state === "cancelled") totals.cancelledCount += 1;
  if (!(state === "done" || isUnfinished(state))) return;
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
