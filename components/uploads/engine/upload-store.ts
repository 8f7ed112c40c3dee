import type { RetryClock } from "@/lib/client/retrying";
import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import { leftOut } from "./left-out";
import { createReturnedFiles, matchFiles, type ProvidedFile } from "./match-files";
import { droppedEntry } from "./new-entry";
import { type FileSource, readFileSource } from "./read-dropped-files";
import { createRunQueue } from "./run-queue";
import type { UploadTools } from "./run-upload";
import { createStoreEntries } from "./store-entries";
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
import { createUploadRuns } from "./upload-runs";

/** The uploads of one tab. Calls with an unknown id, or that are impossible in the current state, do nothing. */
export interface UploadStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): UploadSnapshot;
  /**
   * Uploads everything in a drop, a paste or a file dialog. A file whose upload to this asset was interrupted by a reload
   * continues that upload; if only its name is the same, it waits in `sameNames`. Must be called while its event is being
   * handled.
   */
  addFiles(target: UploadTarget, source: FileSource): void;
  /**
   * Uploads everything from a source that is already being read. Resolves when everything has been read, not when it has
   * been uploaded.
   */
  add(target: UploadTarget, batches: AsyncIterable<DroppedBatch>): Promise<void>;
  /** Stops an upload and cancels its document. Also abandons an interrupted upload. */
  cancel(id: string): void;
  /** Cancels all unfinished uploads and stops reading; completed and interrupted ones remain. */
  cancelAll(): void;
  /** Abandons all uploads that a reload interrupted. */
  giveUpInterrupted(): void;
  /** Starts a failed upload again, with a new document unless its old one still awaits the file. */
  retry(id: string): void;
  retryAll(): void;
  /** Removes a completed, failed or cancelled upload from the list. */
  dismiss(id: string): void;
  /** Removes all completed and cancelled uploads, failures that cannot be retried, and skipped items from the list. */
  clearFinished(): void;
  forgetLeftOut(): void;
  /** Does not start anything new until `resume`, because the session has ended. */
  pauseSignedOut(): void;
  /** Continues after the user has signed in again. */
  resume(): void;
  /** Continues the interrupted uploads whose names `sameNames` lists with the files that were added. */
  continueSameNames(): void;
  /** Uploads the files whose names `sameNames` lists as new documents. */
  addSameNames(): void;
  /** Drops the files whose names `sameNames` lists without uploading them. */
  skipSameNames(): void;
  /**
   * Continues interrupted uploads with the given files; a changed file waits in `sameNames`. Returns the files that match
   * no interrupted upload.
   */
  provideFiles(source: FileSource): Promise<readonly DroppedFile[]>;
  /** Takes over the uploads that a reload interrupted; only the first call has an effect. */
  restore(): void;
  /** Drops the uploads that a reload interrupted, because they belong to a different tab. */
  forgetInterrupted(): void;
  /**
   * Stores the uploads that have not started yet, so that they survive a reload. Must be called when the page goes away.
   */
  keepForReload(): void;
  /** Whether leaving the page would lose work. */
  hasUnfinished(): boolean;
}

/** The dependencies of the store. */
export interface UploadStoreOptions
  extends Pick<UploadTools, "call" | "putFile" | "sizes" | "clock"> {
  readonly storage: JournalStorage;
  readonly randomId: () => string;
  /** The size limit; no document is created for a larger file. */
  readonly sizeMaxBytes: number;
}

const PARALLEL_MAX = 4;
const DISMISSIBLE: readonly UploadState[] = ["done", "failed", "cancelled"];

/** Creates a store without uploads. Its functions neither throw nor reject; an upload's problems are in its entry. */
export function createUploadStore(options: UploadStoreOptions): UploadStore {
  const { call, putFile, sizes, clock, storage, randomId, sizeMaxBytes } = options;
  const queue = createRunQueue(PARALLEL_MAX, clock, {
    onPauseChange: (isPaused) => showPause(tools, isPaused),
    onRateLimitChange: () => entries.touch(),
  });
  const entries = createStoreEntries(clock, queue);
  const journal = createUploadJournal(storage);
  const tools: UploadTools = { call, putFile, sizes, clock, queue, entries, journal };
  const runs = createUploadRuns(tools, randomId);
  let reading = new AbortController();
  let isRestored = false;

  const ids = (accepts: (entry: UploadEntry) => boolean) => idsOf(entries.all().filter(accepts));
  const addNew = (entry: UploadEntry, file: File) => {
    entries.add(entry);
    if (entry.state === "waiting") runs.begin(entry.id, file);
  };
  const add: UploadStore["add"] = (target, batches) => {
    const returned = createReturnedFiles(entries.all().filter(({ id }) => runs.awaitsFile(id)));
    return readAll({ entries, clock, signal: reading.signal }, batches, (dropped) => {
      const { file } = dropped;
      const entry = droppedEntry(randomId(), target, dropped, sizeMaxBytes);
      const match = entry.state === "waiting" ? returned.take(entry) : null;
      if (!match || !runs.awaitsFile(match.id)) addNew(entry, file);
      else if (match.isSame) runs.provide(match.id, file, entry);
      else entries.ask({ interruptedId: match.id, file, entry });
    });
  };
  const retry = (isAsked: (entry: UploadEntry) => boolean) => {
    const failed = ids((entry) => isAsked(entry) && entry.failure?.canRetry === true);
    if (failed.length > 0) entries.restartTotalsWhenIdle();
    failed.forEach(runs.retry);
  };
  const dismiss = (id: string) => {
    if (!DISMISSIBLE.includes(entries.get(id)?.state ?? "waiting")) return;
    runs.forget(id);
    entries.remove(id);
  };
  return {
    subscribe: entries.subscribe,
    getSnapshot: entries.getSnapshot,
    addFiles: (target, source) => void add(target, readFileSource(source)),
    add,
    cancel: runs.cancel,
    cancelAll: () => {
      entries.takeQuestions();
      reading.abort();
      reading = new AbortController();
      ids(({ state }) => isUnfinished(state)).forEach(runs.cancel);
    },
    giveUpInterrupted: () => ids(({ state }) => state === "interrupted").forEach(runs.cancel),
    retry: (id) => retry((entry) => entry.id === id),
    retryAll: () => retry(() => true),
    dismiss,
    clearFinished: () => {
      ids(isOver).forEach(dismiss);
      entries.readings.forgetLeftOut();
    },
    forgetLeftOut: entries.readings.forgetLeftOut,
    pauseSignedOut: queue.pause,
    resume: queue.resume,
    continueSameNames: () => {
      entries.restartTotalsWhenIdle();
      for (const { interruptedId: id, file, entry } of entries.takeQuestions()) {
        if (runs.awaitsFile(id)) runs.provide(id, file, entry);
        else addNew(entry, file);
      }
    },
    addSameNames: () => {
      entries.restartTotalsWhenIdle();
      for (const { file, entry } of entries.takeQuestions()) addNew(entry, file);
    },
    skipSameNames: () => void entries.takeQuestions(),
    provideFiles: async (source) => {
      const files = await readProvided(readFileSource(source), clock, (dropped) =>
        droppedEntry(randomId(), NO_TARGET, dropped, sizeMaxBytes),
      );
      entries.restartTotalsWhenIdle();
      return provideAll(entries, runs, files);
    },
    restore: () => {
      if (!isRestored) journal.read().forEach(runs.restore);
      isRestored = true;
    },
    forgetInterrupted: () => {
      isRestored = true;
      journal.keepAlso([]);
    },
    keepForReload: () => journal.keepAlso(runs.notBegun()),
    hasUnfinished: () =>
      entries.isUnfinished() || entries.readings.isReading() || entries.isAsking(),
  };
}

const idsOf = (entries: readonly UploadEntry[]) => entries.map(({ id }) => id);

/** Whether an upload is finished for good. A failure that can be retried is not. */
const isOver = ({ state, failure }: UploadEntry) =>
  state === "done" || state === "cancelled" || failure?.canRetry === false;

async function readAll(
  {
    entries,
    clock,
    signal,
  }: Pick<UploadTools, "entries" | "clock"> & { readonly signal: AbortSignal },
  batches: AsyncIterable<DroppedBatch>,
  addOne: (file: DroppedFile) => void,
): Promise<void> {
  entries.restartTotalsWhenIdle();
  entries.readings.begin();
  let isEmpty = true;
  try {
    for await (const { files, leftOut: missing } of batches) {
      if (signal.aborted) return;
      isEmpty &&= files.length + missing.length === 0;
      entries.readings.note(0, missing);
      await inSlices(files, { clock, signal }, (file) => {
        // Counted together with adding the file to the list, so that the page never counts a file that would be lost with
        // the page.
        entries.readings.note(1, []);
        addOne(file);
      });
    }
    // Some programs let users drag items that are not files on disk; without this entry they would vanish silently.
    if (isEmpty && !signal.aborted)
      entries.readings.note(0, [leftOut(UPLOAD_TEXTS.unnamed, UPLOAD_TEXTS.leftOut.noFile)]);
  } catch {
    // The files found so far are uploaded anyway; the entry added here says that more files may be missing.
    entries.readings.note(0, [leftOut("…", UPLOAD_TEXTS.leftOut.stopped)]);
  } finally {
    entries.readings.end();
  }
}

/** Continues interrupted uploads with the files that match, asks about changed ones, and returns the others. */
function provideAll(
  entries: UploadTools["entries"],
  runs: ReturnType<typeof createUploadRuns>,
  files: readonly ProvidedFile[],
): readonly DroppedFile[] {
  const interrupted = entries.all().filter(({ state }) => state === "interrupted");
  const { matches, changed, unmatched } = matchFiles(interrupted, files);
  for (const { interrupted: before, provided } of matches) {
    runs.provide(before.id, provided.dropped.file, provided.entry);
  }
  for (const { interrupted: before, provided } of changed) {
    const { id: interruptedId, assetIdentifier, assetName } = before;
    entries.ask({
      interruptedId,
      file: provided.dropped.file,
      entry: { ...provided.entry, assetIdentifier, assetName },
    });
  }
  return unmatched.map(({ dropped }) => dropped);
}

/** The target of a file until it is known which interrupted upload it continues. */
const NO_TARGET: UploadTarget = { assetIdentifier: "", assetName: "" };

/** Reads the files in slices, because a browser blocks while it looks up a size. */
async function readProvided(
  batches: AsyncIterable<DroppedBatch>,
  clock: RetryClock,
  entryOf: (dropped: DroppedFile) => UploadEntry,
): Promise<readonly ProvidedFile[]> {
  const files: ProvidedFile[] = [];
  for await (const batch of batches) {
    await inSlices(batch.files, { clock }, (dropped) => {
      files.push({ dropped, entry: entryOf(dropped) });
    });
  }
  return files;
}

/** Shows the pause on waiting uploads. Running uploads show it themselves. */
function showPause({ entries, queue }: UploadTools, isPaused: boolean): void {
  entries.touch();
  const state = isPaused ? "paused-signed-out" : "waiting";
  for (const entry of entries.all()) {
    if (isUnfinished(entry.state) && queue.has(entry.id)) entries.change(entry.id, { state });
  }
}

/** Short enough for the page to respond between two frames, even with the other work in the same task. */
const SLICE_MS = 12;

/**
 * Calls `act` with each item in order, and lets the page respond every few milliseconds. If the signal aborts, the
 * remaining items are skipped without an error.
 */
async function inSlices<Item>(
  items: readonly Item[],
  { clock, signal }: { readonly clock: RetryClock; readonly signal?: AbortSignal },
  act: (item: Item) => void,
): Promise<void> {
  let endsAtMs = clock.nowMs() + SLICE_MS;
  for (const item of items) {
    if (clock.nowMs() >= endsAtMs) {
      await clock.sleep(0);
      if (signal?.aborted) return;
      endsAtMs = clock.nowMs() + SLICE_MS;
    }
    act(item);
  }
}
