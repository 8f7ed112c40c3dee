import type { RetryClock } from "@/lib/client/retrying";
import type { RunQueue } from "./run-queue";
import { isUnfinished, type LeftOut, type UploadEntry, type UploadSnapshot } from "./upload-entry";
import { createSpeeds, secondsLeft } from "./upload-speed";
import { createTotals, NO_TOTALS } from "./upload-totals";

/** The snapshot before any upload. */
export const EMPTY_SNAPSHOT: UploadSnapshot = {
  entries: [],
  summary: {
    ...NO_TOTALS.all,
    bytesPerSecond: null,
    secondsLeft: null,
    resumesInSeconds: null,
    isReading: false,
    readCount: 0,
    leftOutCount: 0,
  },
  leftOut: [],
  sameNames: [],
  byAsset: NO_TOTALS.byAsset,
  byDocument: new Map(),
  isSignedOut: false,
};

/** An added file that has the name of an interrupted upload, but another size or time of change. */
export interface SameName {
  readonly interruptedId: string;
  readonly file: File;
  /** The entry of the file if it becomes a new document. */
  readonly entry: UploadEntry;
}

/** All uploads by id, with everything shown about them. Nothing else changes an upload. */
export type StoreEntries = ReturnType<typeof createStoreEntries>;

/** Creates the entries of an empty store. Changes are published soon, at most ten times a second. */
export function createStoreEntries(
  clock: RetryClock,
  { isPaused, resumesInSeconds }: Pick<RunQueue, "isPaused" | "resumesInSeconds">,
) {
  const entries = new Map<string, UploadEntry>();
  const totals = createTotals();
  const speeds = createSpeeds(clock);
  let listed: readonly UploadEntry[] = [];
  let sums = NO_TOTALS;
  let byDocument = EMPTY_SNAPSHOT.byDocument;
  let isCurrent = true;
  let questions: readonly SameName[] = [];
  let sameNames: readonly string[] = [];

  const put = (before: UploadEntry | null, after: UploadEntry | null) => {
    totals.follow(before, after);
    if (after) entries.set(after.id, after);
    else if (before) entries.delete(before.id);
    isCurrent = false;
  };
  const take = (): UploadSnapshot => {
    for (const id of speeds.sendingIds()) {
      const before = entries.get(id);
      const after = before && speeds.measured(before);
      if (before && after && after !== before) put(before, after);
    }
    if (!isCurrent) {
      listed = [...entries.values()];
      sums = totals.sumUp(listed);
      byDocument = unfinishedByDocument(listed);
      isCurrent = true;
    }
    const { all, byAsset } = sums;
    const bytesPerSecond = speeds.overall();
    const left = secondsLeft(all.bytesTotal - all.bytesSent, bytesPerSecond);
    const { leftOut, ...reading } = readings.view();
    const speed = { bytesPerSecond, secondsLeft: left, resumesInSeconds: resumesInSeconds() };
    return {
      entries: listed,
      byAsset,
      byDocument,
      summary: { ...all, ...speed, ...reading },
      leftOut,
      sameNames,
      isSignedOut: isPaused(),
    };
  };
  const notifier = createSnapshotNotifier(clock, EMPTY_SNAPSHOT, {
    take,
    isLive: () => speeds.isSending() || resumesInSeconds() !== null,
  });
  const { touch } = notifier;
  const hasUnfinished = () => [...entries.values()].some(({ state }) => isUnfinished(state));
  const readings = createReadings(touch);
  const setQuestions = (files: readonly SameName[]) => {
    questions = files;
    sameNames = files.map(({ entry }) => entry.name);
    touch();
  };
  return {
    ...notifier,
    readings,
    get: (id: string) => entries.get(id),
    /** Returns all entries in the order in which they were added. */
    all: () => [...entries.values()],
    isUnfinished: hasUnfinished,
    add: (entry: UploadEntry) => {
      put(null, entry);
      touch();
    },
    /** Does nothing for an unknown id. */
    change: (id: string, changes: Partial<UploadEntry>) => {
      const before = entries.get(id);
      if (before) put(before, speeds.follow(before, { ...before, ...changes }));
      touch();
    },
    remove: (id: string) => {
      speeds.forget(id);
      put(entries.get(id) ?? null, null);
      touch();
    },
    /** Holds back a file until the user has said what it is. A later file for the same upload replaces an earlier one. */
    ask: (file: SameName) => {
      const index = questions.findIndex(
        ({ interruptedId }) => interruptedId === file.interruptedId,
      );
      setQuestions(index < 0 ? [...questions, file] : questions.with(index, file));
    },
    /** Returns the files held back, and no longer holds them. */
    takeQuestions: () => {
      const taken = questions;
      setQuestions([]);
      return taken;
    },
    isAsking: () => questions.length > 0,
    /** Begins a new batch if the tab is idle, so that a progress bar does not start with old uploads. */
    restartTotalsWhenIdle: () => {
      if (hasUnfinished() || readings.isReading()) return;
      totals.restart();
      readings.restart();
    },
  };
}

const unfinishedByDocument = (entries: readonly UploadEntry[]) =>
  new Map(
    entries.flatMap((entry) =>
      entry.uuid !== null && isUnfinished(entry.state) ? [[entry.uuid, entry] as const] : [],
    ),
  );

/** Tracks the sources being read and the items skipped in them. */
function createReadings(touch: () => void) {
  let running = 0;
  let readCount = 0;
  let leftOut: LeftOut[] = [];
  let earlierLeftOutCount = 0;
  let shownLeftOut: readonly LeftOut[] | null = leftOut;
  return {
    isReading: () => running > 0,
    begin: () => {
      if (running === 0) readCount = 0;
      running += 1;
      touch();
    },
    note: (fileCount: number, missing: readonly LeftOut[]) => {
      readCount += fileCount;
      leftOut.push(...missing);
      // Published arrays never change, so a new copy is needed after additions.
      if (missing.length > 0) shownLeftOut = null;
      touch();
    },
    end: () => {
      running -= 1;
      touch();
    },
    /** From now on, items already skipped are no longer counted, but stay in the list. */
    restart: () => {
      earlierLeftOutCount = leftOut.length;
    },
    forgetLeftOut: () => {
      leftOut = [];
      earlierLeftOutCount = 0;
      shownLeftOut = null;
      touch();
    },
    view: () => {
      shownLeftOut ??= [...leftOut];
      const leftOutCount = leftOut.length - earlierLeftOutCount;
      return { isReading: running > 0, readCount, leftOut: shownLeftOut, leftOutCount };
    },
  };
}

const AT_MOST_EVERY_MS = 100;
const WHILE_LIVE_EVERY_MS = 1_000;

/**
 * Takes snapshots and notifies listeners at most ten times a second, the first time without delay. While `isLive`, it
 * also does so every second, because the snapshot then depends on the time as well.
 */
function createSnapshotNotifier<Snapshot>(
  clock: RetryClock,
  first: Snapshot,
  { take, isLive }: { take: () => Snapshot; isLive: () => boolean },
) {
  const listeners = new Set<() => void>();
  let snapshot = first;
  let takenAtMs = Number.NEGATIVE_INFINITY;
  let plannedAtMs = Number.POSITIVE_INFINITY;

  const renew = () => {
    plannedAtMs = Number.POSITIVE_INFINITY;
    takenAtMs = clock.nowMs();
    snapshot = take();
    for (const listener of [...listeners]) listener();
    if (isLive()) plan(takenAtMs + WHILE_LIVE_EVERY_MS);
  };
  const plan = (atMs: number) => {
    if (plannedAtMs <= atMs) return;
    plannedAtMs = atMs;
    // Skipped if an earlier run has replaced this one.
    void clock.sleep(Math.max(0, atMs - clock.nowMs())).then(() => {
      if (plannedAtMs === atMs) renew();
    });
  };
  return {
    /** Takes a new snapshot soon, because something changed. */
    touch: () => plan(Math.max(clock.nowMs(), takenAtMs + AT_MOST_EVERY_MS)),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns the same object until listeners are notified. */
    getSnapshot: () => snapshot,
  };
}
