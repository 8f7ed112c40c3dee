import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import { leftOut } from "./left-out";
import { matchFiles } from "./match-files";
import { droppedEntry } from "./new-entry";
import { type FileSource, readFileSource } from "./read-dropped-files";
import type { UploadTools } from "./run-upload";
import {
  type DroppedBatch,
  type DroppedFile,
  isUnfinished,
  type UploadEntry,
  type UploadSnapshot,
  type UploadState,
  type UploadTarget,
} from "./upload-entry";
import { createUploadJournal, type JournalStorage } from "./upload-journal";
import { createUploadList, type UploadList } from "./upload-list";
import { createUploadQueue } from "./upload-queue";
import { createUploadWorks } from "./upload-works";

/** The uploads of one tab. Unknown ids, and what is not possible in a state, do nothing. */
export interface UploadStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): UploadSnapshot;
  /** Uploads everything in a drop, a paste or a file dialog; to be called while its event is handled. */
  addFiles(target: UploadTarget, source: FileSource): void;
  /** The same for what is read already; resolves when all is read, not when all is uploaded. */
  add(target: UploadTarget, batches: AsyncIterable<DroppedBatch>): Promise<void>;
  /** Stops an upload and cancels its document; also gives up one that a reload interrupted. */
  cancel(id: string): void;
  /** Cancels all that is unfinished and reads no further; what is done or interrupted stays. */
  cancelAll(): void;
  /** Gives up all that a reload interrupted. */
  giveUpInterrupted(): void;
  /** Begins a failed upload again, as a new document unless its old one still waits. */
  retry(id: string): void;
  retryAll(): void;
  /** Removes one that is done, failed or cancelled from the list. */
  dismiss(id: string): void;
  /** Removes all from the list that are done, cancelled, or failed so that no retry helps, and what was left out. */
  clearFinished(): void;
  forgetLeftOut(): void;
  /** The session has ended: nothing new begins until `resume`. */
  pauseSignedOut(): void;
  /** Goes on after signing in again. */
  resume(): void;
  /** Continues interrupted uploads with their files; answers those that belong to none. */
  provideFiles(source: FileSource): Promise<readonly DroppedFile[]>;
  /** Takes up what a reload interrupted; once. */
  restore(): void;
  /** Forgets what a reload interrupted: it belongs to another tab. */
  forgetInterrupted(): void;
  /** To be called when the page goes. */
  keepForReload(): void;
  /** Whether leaving the page would lose work. */
  hasUnfinished(): boolean;
}

/** Everything outside of the store. */
export interface UploadStoreOptions
  extends Pick<UploadTools, "call" | "putFile" | "sizes" | "clock"> {
  readonly storage: JournalStorage;
  readonly randomId: () => string;
  /** No document is created for larger files. */
  readonly sizeMaxBytes: number;
}

const PARALLEL_MAX = 4;
const DISMISSIBLE: readonly UploadState[] = ["done", "failed", "cancelled"];

/** A store without uploads. Nothing of it rejects or throws; what goes wrong with an upload stands in its entry. */
export function createUploadStore(options: UploadStoreOptions): UploadStore {
  const { call, putFile, sizes, clock, storage, randomId, sizeMaxBytes } = options;
  const queue = createUploadQueue(PARALLEL_MAX, clock, {
    onPauseChange: (isPaused) => showPause(tools, isPaused),
    onRateLimitChange: () => list.touch(),
  });
  const list = createUploadList(clock, queue);
  const journal = createUploadJournal(storage);
  const tools: UploadTools = { call, putFile, sizes, clock, queue, list, journal };
  const works = createUploadWorks(tools, randomId);
  let reading = new AbortController();
  let isRestored = false;

  const ids = (accepts: (entry: UploadEntry) => boolean) => idsOf(list.all().filter(accepts));
  const add: UploadStore["add"] = (target, batches) =>
    readAll(list, batches, reading.signal, (dropped) => {
      const entry = droppedEntry(randomId(), target, dropped, sizeMaxBytes);
      list.add(entry);
      if (entry.state === "waiting") works.begin(entry.id, dropped.file);
    });
  const retry = (isAsked: (entry: UploadEntry) => boolean) => {
    const failed = ids((entry) => isAsked(entry) && entry.failure?.canRetry === true);
    if (failed.length > 0) list.restartTotalsWhenIdle();
    failed.forEach(works.retry);
  };
  const dismiss = (id: string) => {
    if (!DISMISSIBLE.includes(list.get(id)?.state ?? "waiting")) return;
    works.forget(id);
    list.remove(id);
  };
  return {
    subscribe: list.subscribe,
    getSnapshot: list.getSnapshot,
    addFiles: (target, source) => void add(target, readFileSource(source)),
    add,
    cancel: works.cancel,
    cancelAll: () => {
      reading.abort();
      reading = new AbortController();
      ids(({ state }) => isUnfinished(state)).forEach(works.cancel);
    },
    giveUpInterrupted: () => ids(({ state }) => state === "interrupted").forEach(works.cancel),
    retry: (id) => retry((entry) => entry.id === id),
    retryAll: () => retry(() => true),
    dismiss,
    clearFinished: () => {
      ids(isOver).forEach(dismiss);
      list.readings.forgetLeftOut();
    },
    forgetLeftOut: list.readings.forgetLeftOut,
    pauseSignedOut: queue.pause,
    resume: queue.resume,
    provideFiles: async (source) => {
      const files: DroppedFile[] = [];
      for await (const batch of readFileSource(source)) files.push(...batch.files);
      list.restartTotalsWhenIdle();
      const interrupted = list.all().filter(({ state }) => state === "interrupted");
      const { matches, unmatched } = matchFiles(interrupted, files);
      for (const { id, file } of matches) works.begin(id, file);
      return unmatched;
    },
    restore: () => {
      if (!isRestored) journal.read().forEach(works.restore);
      isRestored = true;
    },
    forgetInterrupted: () => {
      isRestored = true;
      journal.keepAlso([]);
    },
    keepForReload: () => journal.keepAlso(works.notBegun()),
    hasUnfinished: () => list.isUnfinished() || list.readings.isReading(),
  };
}

const idsOf = (entries: readonly UploadEntry[]) => entries.map(({ id }) => id);

/** Whether nothing more will come of it: a failure that a retry may cure is not over. */
const isOver = ({ state, failure }: UploadEntry) =>
  state === "done" || state === "cancelled" || failure?.canRetry === false;

async function readAll(
  list: UploadList,
  batches: AsyncIterable<DroppedBatch>,
  signal: AbortSignal,
  addOne: (file: DroppedFile) => void,
): Promise<void> {
  list.restartTotalsWhenIdle();
  list.readings.begin();
  let isEmpty = true;
  try {
    for await (const { files, leftOut: missing } of batches) {
      if (signal.aborted) return;
      isEmpty &&= files.length + missing.length === 0;
      list.readings.note(files.length, missing);
      for (const file of files) addOne(file);
    }
    // Some programs drag what is no file on a disk: it would vanish without a word.
    if (isEmpty && !signal.aborted)
      list.readings.note(0, [leftOut(UPLOAD_TEXTS.unnamed, UPLOAD_TEXTS.leftOut.noFile)]);
  } catch {
    // The files that were found are uploaded all the same; the list of skipped files says that there may be more.
    list.readings.note(0, [leftOut("…", UPLOAD_TEXTS.leftOut.stopped)]);
  } finally {
    list.readings.end();
  }
}

/** A waiting one shows why, and a running one shows it itself. */
function showPause({ list, queue }: UploadTools, isPaused: boolean): void {
  list.touch();
  const state = isPaused ? "paused-signed-out" : "waiting";
  for (const entry of list.all()) {
    if (isUnfinished(entry.state) && queue.has(entry.id)) list.change(entry.id, { state });
  }
}
