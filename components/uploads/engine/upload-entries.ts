import type { RetryClock } from "@/lib/client/retrying";
import type { AssetUploads, UploadEntry } from "./upload-entry";
import { createSpeedMeter, type SpeedMeter, secondsLeft } from "./upload-speed";
import { createAssetTotals, createTotals, type UploadTotals } from "./upload-totals";

/** What is shown of the entries at one moment. */
export interface EntriesView extends UploadTotals {
  /** The same array while no entry changes. */
  readonly entries: readonly UploadEntry[];
  readonly byAsset: ReadonlyMap<string, AssetUploads>;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** The entries of all uploads by id; the one place where they change. */
export interface UploadEntries {
  get(id: string): UploadEntry | undefined;
  /** In the order in which they were added. */
  all(): IterableIterator<UploadEntry>;
  add(entry: UploadEntry): void;
  /** Does nothing for an unknown id. */
  change(id: string, changes: Partial<UploadEntry>): void;
  remove(id: string): void;
  /** Begins the bytes anew when nothing is going on, so that a bar does not start with what was done long ago. */
  restartBytesWhenIdle(): void;
  isUnfinished(): boolean;
  isSending(): boolean;
  /** Each entry that did not change is the same object as before; costs one step for each entry. */
  view(): EntriesView;
}

/** No entries yet. */
export function createUploadEntries(clock: RetryClock): UploadEntries {
  const entries = new Map<string, UploadEntry>();
  const totals = createTotals();
  const byAsset = createAssetTotals();
  const speeds = createSpeeds(clock);
  let listed: readonly UploadEntry[] = [];
  let isListCurrent = true;

  const put = (before: UploadEntry | null, after: UploadEntry | null) => {
    totals.change(before, after);
    byAsset.change(before, after);
    if (after) entries.set(after.id, after);
    else if (before) entries.delete(before.id);
    isListCurrent = false;
  };
  return {
    get: (id) => entries.get(id),
    all: () => entries.values(),
    add: (entry) => put(null, entry),
    change: (id, changes) => {
      const before = entries.get(id);
      if (before) put(before, speeds.follow(before, { ...before, ...changes }));
    },
    remove: (id) => {
      const before = entries.get(id);
      if (!before) return;
      speeds.forget(id);
      put(before, null);
    },
    restartBytesWhenIdle: () => {
      if (totals.read().unfinishedCount > 0) return;
      totals.restartBytes();
      byAsset.restartBytes();
    },
    isUnfinished: () => totals.read().unfinishedCount > 0,
    isSending: () => speeds.isSending(),
    view: () => {
      for (const id of speeds.sendingIds()) {
        const before = entries.get(id);
        const after = before && speeds.measured(before);
        if (before && after && after !== before) put(before, after);
      }
      if (!isListCurrent) listed = [...entries.values()];
      isListCurrent = true;
      const sums = totals.read();
      const bytesPerSecond = speeds.overall();
      const rest = secondsLeft(sums.bytesTotal - sums.bytesSent, bytesPerSecond);
      const more = { bytesPerSecond, secondsLeft: rest };
      return { entries: listed, byAsset: byAsset.read(), ...sums, ...more };
    },
  };
}

/** The meters of what is being sent, and one of all that is sent. */
function createSpeeds(clock: RetryClock) {
  const meters = new Map<string, SpeedMeter>();
  let whole = createSpeedMeter();
  let movedBytes = 0;
  return {
    follow: (before: UploadEntry, after: UploadEntry): UploadEntry => {
      if (after.state !== "uploading") {
        if (!meters.delete(after.id)) return after;
        return { ...after, bytesPerSecond: null, secondsLeft: null, isStalled: false };
      }
      // A pause without any transfer is not part of anything's speed.
      if (meters.size === 0) whole = createSpeedMeter();
      const meter = meters.get(after.id) ?? createSpeedMeter();
      meters.set(after.id, meter);
      meter.moved(after.sentBytes, clock.nowMs());
      movedBytes += Math.max(0, after.sentBytes - before.sentBytes);
      whole.moved(movedBytes, clock.nowMs());
      return after;
    },
    forget: (id: string) => void meters.delete(id),
    isSending: () => meters.size > 0,
    sendingIds: () => [...meters.keys()],
    overall: () => (meters.size === 0 ? null : whole.bytesPerSecond(clock.nowMs())),
    measured: (entry: UploadEntry): UploadEntry => {
      const meter = meters.get(entry.id);
      if (!meter) return entry;
      const bytesPerSecond = meter.bytesPerSecond(clock.nowMs());
      const left = secondsLeft(entry.sizeBytes - entry.sentBytes, bytesPerSecond);
      const isStalled = meter.isStalled(clock.nowMs());
      const isSame =
        bytesPerSecond === entry.bytesPerSecond &&
        left === entry.secondsLeft &&
        isStalled === entry.isStalled;
      return isSame ? entry : { ...entry, bytesPerSecond, secondsLeft: left, isStalled };
    },
  };
}
