import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import { sizeFailure } from "./describe-failure";
import { leftOut } from "./left-out";
import { matchFiles } from "./match-files";
import { createSignInGate } from "./sign-in-gate";
import {
  type DroppedBatch,
  type DroppedFile,
  isUnfinished,
  type UploadEntry,
  type UploadSnapshot,
  type UploadState,
  type UploadTarget,
} from "./upload-entry";
import { createUploadJournal, type JournalRecord, type JournalStorage } from "./upload-journal";
import { createUploadList, type UploadList } from "./upload-list";
import { createUploadQueue, type UploadQueue } from "./upload-queue";
import { createUploadRunner } from "./upload-runner";
import type { UploadTools } from "./upload-tools";

/** What a person can do with uploads. Unknown ids, and what is not possible in a state, do nothing. */
export interface UploadActions {
  /** Uploads everything that the batches hold; resolves when all is read, not when all is uploaded. */
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
  /** Takes one that is done, failed or cancelled out of the list. */
  dismiss(id: string): void;
  /** Takes all out of the list that are done, cancelled, or failed so that no retry helps. */
  clearFinished(): void;
  forgetLeftOut(): void;
  /** Goes on after signing in again. */
  resume(): void;
  /** Continues interrupted uploads with their files; answers those that belong to none. */
  provideFiles(files: readonly DroppedFile[]): readonly DroppedFile[];
}

/** The uploads of one tab: for `useSyncExternalStore`, with its actions, and what the page itself tells it. */
export interface UploadStore extends UploadActions {
  subscribe(listener: () => void): () => void;
  getSnapshot(): UploadSnapshot;
  /** The session has ended: nothing new begins until `resume`. */
  pauseSignedOut(): void;
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
export interface UploadStoreOptions extends Omit<UploadTools, "gate"> {
  readonly storage: JournalStorage;
  readonly randomId: () => string;
  /** Larger files are not announced. */
  readonly sizeMaxBytes: number;
}

const PARALLEL_MAX = 4;

/** A store without uploads. Nothing of it rejects or throws; what goes wrong with an upload stands in its entry. */
export function createUploadStore(options: UploadStoreOptions): UploadStore {
  const { calls, putFile, clock, storage, randomId, sizeMaxBytes } = options;
  const list = createUploadList(clock);
  const queue = createUploadQueue(PARALLEL_MAX);
  const journal = createUploadJournal(storage);
  const gate = createSignInGate((isOpen) => showGate(list, queue, isOpen));
  const tools = { calls, putFile, clock, gate };
  const runner = createUploadRunner({ tools, list, queue, journal, randomId });
  let reading = new AbortController();
  let isRestored = false;

  const addOne = (target: UploadTarget, dropped: DroppedFile) => {
    const entry = droppedEntry(randomId(), target, dropped, sizeMaxBytes);
    list.add(entry);
    if (entry.state === "waiting") runner.begin(entry.id, dropped.file);
  };
  const all = (...states: readonly UploadState[]) =>
    [...list.all()].filter(({ state }) => states.includes(state)).map(({ id }) => id);
  const dismiss = (id: string) => {
    const entry = list.get(id);
    if (!entry || !DISMISSIBLE.includes(entry.state)) return;
    runner.forget(id);
    list.remove(id);
  };
  return {
    subscribe: list.subscribe,
    getSnapshot: list.getSnapshot,
    add: (target, batches) =>
      readAll(list, batches, reading.signal, (file) => addOne(target, file)),
    cancel: runner.cancel,
    cancelAll: () => {
      reading.abort();
      reading = new AbortController();
      const unfinished = [...list.all()].filter(({ state }) => isUnfinished(state));
      for (const { id } of unfinished) runner.cancel(id);
    },
    giveUpInterrupted: () => all("interrupted").forEach(runner.cancel),
    retry: (id) => {
      list.restartBytesWhenIdle();
      runner.retry(id);
    },
    retryAll: () => {
      list.restartBytesWhenIdle();
      all("failed").forEach(runner.retry);
    },
    dismiss,
    clearFinished: () => overIds(list).forEach(dismiss),
    forgetLeftOut: list.readings.forgetLeftOut,
    pauseSignedOut: gate.close,
    resume: gate.open,
    provideFiles: (files) => {
      list.restartBytesWhenIdle();
      const interrupted = [...list.all()].filter(({ state }) => state === "interrupted");
      const { matches, unmatched } = matchFiles(interrupted, files);
      for (const { id, file } of matches) runner.begin(id, file);
      return unmatched;
    },
    restore: () => {
      if (isRestored) return;
      isRestored = true;
      for (const record of journal.read()) {
        if (record.intent === "upload") list.add(restoredEntry(record));
        runner.restore(record);
      }
    },
    forgetInterrupted: () => {
      isRestored = true;
      journal.keepAlso([]);
    },
    keepForReload: () => journal.keepAlso(runner.notBegun()),
    hasUnfinished: () => list.isUnfinished() || list.readings.isReading,
  };
}

/** Those of which nothing more will come: a failure that a retry may cure is not over. */
const overIds = (list: UploadList) =>
  [...list.all()]
    .filter(
      ({ state, failure }) =>
        state === "done" || state === "cancelled" || failure?.canRetry === false,
    )
    .map(({ id }) => id);

const DISMISSIBLE: readonly UploadState[] = ["done", "failed", "cancelled"];

async function readAll(
  list: UploadList,
  batches: AsyncIterable<DroppedBatch>,
  signal: AbortSignal,
  addOne: (file: DroppedFile) => void,
): Promise<void> {
  list.restartBytesWhenIdle();
  list.readings.begin();
  try {
    for await (const { files, leftOut: missing } of batches) {
      if (signal.aborted) return;
      list.readings.note(files.length, missing);
      for (const file of files) addOne(file);
    }
  } catch {
    // Whatever a browser breaks with: what was found goes on, and that there may be more is said.
    list.readings.note(0, [leftOut("…", UPLOAD_TEXTS.leftOut.stopped)]);
  } finally {
    list.readings.end();
  }
}

function showGate(list: UploadList, queue: UploadQueue, isOpen: boolean): void {
  list.setSignedOut(!isOpen);
  if (!isOpen) queue.pause();
  const state = isOpen ? "waiting" : "paused-signed-out";
  for (const entry of list.all()) {
    if (isUnfinished(entry.state) && queue.has(entry.id)) list.change(entry.id, { state });
  }
  if (isOpen) queue.resume();
}

type EntryParts = Omit<
  UploadEntry,
  "sentBytes" | "bytesPerSecond" | "secondsLeft" | "isStalled" | "failure" | "startedAt"
>;

const newEntry = (parts: EntryParts): UploadEntry => ({
  ...parts,
  sentBytes: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  isStalled: false,
  failure: null,
  startedAt: null,
});

/** What cannot be uploaded at all has failed from the beginning. */
function droppedEntry(
  id: string,
  { assetIdentifier, assetName }: UploadTarget,
  { file, folder }: DroppedFile,
  sizeMaxBytes: number,
): UploadEntry {
  const { name, size: sizeBytes } = file;
  const described = sizeFailure(sizeBytes, sizeMaxBytes);
  const parts = { id, assetIdentifier, assetName, name, folder, sizeBytes, uuid: null } as const;
  if (!described) return newEntry({ ...parts, state: "waiting" });
  const { sentence, fix, canRetry } = described;
  return { ...newEntry({ ...parts, state: "failed" }), failure: { sentence, fix, canRetry } };
}

function restoredEntry(record: JournalRecord): UploadEntry {
  const { id, assetIdentifier, assetName, name, folder, sizeBytes, uuid } = record;
  const state = uuid === null ? "interrupted" : "reporting";
  return newEntry({ id, assetIdentifier, assetName, name, folder, sizeBytes, uuid, state });
}
