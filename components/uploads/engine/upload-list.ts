import type { RetryClock } from "@/lib/client/retrying";
import { createSnapshotNotifier, type SnapshotNotifier } from "./snapshot-notifier";
import { createUploadEntries, type UploadEntries } from "./upload-entries";
import type { LeftOut, UploadSnapshot } from "./upload-entry";
import { NO_COUNTS } from "./upload-totals";

type Entries = Omit<UploadEntries, "isSending" | "view">;
type Shown = Omit<SnapshotNotifier<UploadSnapshot>, "touch">;

/** All uploads with everything that is shown of them. Each change is shown soon, at most ten times a second. */
export interface UploadList extends Entries, Shown {
  readonly readings: Readings;
  readonly isSignedOut: boolean;
  setSignedOut(isSignedOut: boolean): void;
}

/** What is being read and what was left out of it. */
export interface Readings {
  readonly isReading: boolean;
  begin(): void;
  note(fileCount: number, leftOut: readonly LeftOut[]): void;
  end(): void;
  forgetLeftOut(): void;
}

/** What is shown before there is anything. */
export const EMPTY_SNAPSHOT: UploadSnapshot = {
  entries: [],
  summary: {
    counts: NO_COUNTS,
    unfinishedCount: 0,
    bytesTotal: 0,
    bytesSent: 0,
    bytesPerSecond: null,
    secondsLeft: null,
    isReading: false,
    readCount: 0,
  },
  leftOut: [],
  byAsset: new Map(),
  isSignedOut: false,
};

/** An empty list. */
export function createUploadList(clock: RetryClock): UploadList {
  const entries = createUploadEntries(clock);
  let isSignedOut = false;
  const { touch, ...shown } = createSnapshotNotifier(clock, EMPTY_SNAPSHOT, {
    take: () => {
      const { entries: listed, byAsset, ...sums } = entries.view();
      const { leftOut, ...reading } = readings.view();
      const summary = { ...sums, ...reading };
      return { entries: listed, byAsset, summary, leftOut, isSignedOut };
    },
    isLive: () => entries.isSending(),
  });
  const readings = createReadings(touch);
  return {
    ...entries,
    ...shown,
    readings,
    add: (entry) => {
      entries.add(entry);
      touch();
    },
    change: (id, changes) => {
      entries.change(id, changes);
      touch();
    },
    remove: (id) => {
      entries.remove(id);
      touch();
    },
    get isSignedOut() {
      return isSignedOut;
    },
    setSignedOut: (value) => {
      isSignedOut = value;
      touch();
    },
  };
}

function createReadings(touch: () => void) {
  let running = 0;
  let readCount = 0;
  let leftOut: LeftOut[] = [];
  let shownLeftOut: readonly LeftOut[] | null = leftOut;
  return {
    get isReading() {
      return running > 0;
    },
    begin: () => {
      if (running === 0) readCount = 0;
      running += 1;
      touch();
    },
    note: (fileCount: number, missing: readonly LeftOut[]) => {
      readCount += fileCount;
      leftOut.push(...missing);
      // What is shown never changes, so it is copied anew when something came.
      if (missing.length > 0) shownLeftOut = null;
      touch();
    },
    end: () => {
      running -= 1;
      touch();
    },
    forgetLeftOut: () => {
      leftOut = [];
      shownLeftOut = null;
      touch();
    },
    view: () => {
      shownLeftOut ??= [...leftOut];
      return { isReading: running > 0, readCount, leftOut: shownLeftOut };
    },
  };
}
