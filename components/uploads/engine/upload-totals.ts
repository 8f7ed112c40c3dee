import {
  type AssetUploads,
  isUnfinished,
  UPLOAD_STATES,
  type UploadCounts,
  type UploadEntry,
  type UploadState,
  type UploadTarget,
} from "./upload-entry";

/** Counts and bytes of many uploads, kept up to date by one step for each change instead of counted anew. */
export interface UploadTotals {
  readonly counts: UploadCounts;
  readonly unfinishedCount: number;
  readonly bytesTotal: number;
  readonly bytesSent: number;
}

/** Totals that change. */
export interface RunningTotals {
  /** null stands for "was not there" and "is not there any more". */
  change(before: UploadEntry | null, after: UploadEntry | null): void;
  /** Begins the bytes anew; to be called only while nothing is unfinished. */
  restartBytes(): void;
  read(): UploadTotals;
}

/** No upload in any state. */
export const NO_COUNTS: UploadCounts = Object.fromEntries(
  UPLOAD_STATES.map((state) => [state, 0]),
) as Record<UploadState, number>;

/** Totals of nothing yet. */
export function createTotals(): RunningTotals {
  const counts = { ...NO_COUNTS };
  let unfinishedCount = 0;
  let bytesTotal = 0;
  let bytesSent = 0;
  const add = (entry: UploadEntry, sign: 1 | -1) => {
    counts[entry.state] += sign;
    if (isUnfinished(entry.state)) unfinishedCount += sign;
    if (!countsBytes(entry.state)) return;
    bytesTotal += sign * entry.sizeBytes;
    bytesSent += sign * entry.sentBytes;
  };
  return {
    change: (before, after) => {
      if (before) add(before, -1);
      if (after) add(after, 1);
      if (before?.state !== "done" || after) return;
      // Clearing what is done away does not undo it.
      bytesTotal += before.sizeBytes;
      bytesSent += before.sentBytes;
    },
    restartBytes: () => {
      bytesTotal = 0;
      bytesSent = 0;
    },
    read: () => ({ counts: { ...counts }, unfinishedCount, bytesTotal, bytesSent }),
  };
}

const countsBytes = (state: UploadState) => state === "done" || isUnfinished(state);

/** Totals by asset; the object of an asset stays the same while nothing of it changes. */
export function createAssetTotals() {
  const running = new Map<string, { target: UploadTarget; totals: RunningTotals }>();
  const changed = new Set<string>();
  let views: ReadonlyMap<string, AssetUploads> = new Map();

  const at = (target: UploadTarget) => {
    const known = running.get(target.assetIdentifier);
    if (known) return known.totals;
    const totals = createTotals();
    running.set(target.assetIdentifier, { target, totals });
    return totals;
  };
  return {
    change: (before: UploadEntry | null, after: UploadEntry | null) => {
      const target = after ?? before;
      if (!target) return;
      at(target).change(before, after);
      changed.add(target.assetIdentifier);
    },
    restartBytes: () => {
      for (const [identifier, { totals }] of running) {
        totals.restartBytes();
        changed.add(identifier);
      }
    },
    read: (): ReadonlyMap<string, AssetUploads> => {
      if (changed.size === 0) return views;
      const next = new Map(views);
      for (const identifier of changed) {
        const found = running.get(identifier);
        if (found) next.set(identifier, viewOf(found.target, found.totals));
      }
      changed.clear();
      views = next;
      return views;
    },
  };
}

function viewOf(target: UploadTarget, totals: RunningTotals): AssetUploads {
  const { assetIdentifier, assetName } = target;
  return { assetIdentifier, assetName, ...totals.read() };
}
