import {
  cancelWork,
  finishInterrupted,
  newWork,
  recordOf,
  runUpload,
  type UploadWork,
  type WorkPlace,
} from "./run-upload";
import { isUnfinished, type UploadEntry } from "./upload-entry";
import type { JournalRecord } from "./upload-journal";
import type { UploadQueue } from "./upload-queue";

/** Works on the entries of the list, and keeps list and journal true to what happens. */
export interface UploadRunner {
  /** Queues an entry with its file; one that was interrupted goes on with its document. */
  begin(id: string, file: File): void;
  /** Does nothing unless it is unfinished or interrupted. */
  cancel(id: string): void;
  /** Does nothing unless it failed in a way that another attempt may mend. */
  retry(id: string): void;
  /** Takes up what a reload interrupted; its entry is in the list unless it was cancelled. */
  restore(record: JournalRecord): void;
  /** Before an entry is removed: a document of it that may still wait is cancelled. */
  forget(id: string): void;
  /** What would be lost with the page, for the journal does not have it yet. */
  notBegun(): readonly JournalRecord[];
}

interface RunnerDeps extends WorkPlace {
  readonly queue: UploadQueue;
  readonly randomId: () => string;
}

/** A runner without work. */
export function createUploadRunner(deps: RunnerDeps): UploadRunner {
  const { list, queue, journal, randomId } = deps;
  const works = new Map<string, UploadWork>();

  const enqueue = (id: string, work: UploadWork) => {
    work.cancellation = new AbortController();
    const state = list.isSignedOut ? "paused-signed-out" : "waiting";
    list.change(id, { state, failure: null, sentBytes: 0, startedAt: null });
    queue.push(id, () => runUpload(deps, id, work));
  };
  const cancelLater = (record: JournalRecord) => {
    const { id, uuid } = record;
    if (uuid === null) return journal.remove(id);
    journal.put(record);
    queue.push(id, () => cancelWork(deps, id, uuid));
  };
  const workAt = (id: string) => {
    const entry = list.get(id);
    const work = works.get(id);
    return entry && work ? { entry, work } : null;
  };
  return {
    begin: (id, file) => {
      const work = works.get(id) ?? newWork(randomId(), file);
      work.file = file;
      works.set(id, work);
      enqueue(id, work);
    },
    cancel: (id) => {
      const found = workAt(id);
      if (!found || !isCancellable(found.entry)) return;
      const { entry, work } = found;
      const record = recordOf(entry, work, "cancel");
      list.change(id, { state: "cancelled" });
      work.cancellation.abort(new Error("The upload was cancelled"));
      const isResting = queue.take(id) || entry.state === "interrupted";
      if (isResting) cancelLater(record);
      else journal.put(record);
    },
    retry: (id) => {
      const found = workAt(id);
      if (found?.entry.state !== "failed" || !found.entry.failure?.canRetry) return;
      const { work } = found;
      if (!work.isDocumentOpen) {
        work.idempotencyKey = randomId();
        list.change(id, { uuid: null });
      }
      enqueue(id, work);
    },
    restore: (record) => {
      const { id, uuid, intent, idempotencyKey } = record;
      if (intent === "cancel") return cancelLater(record);
      const work = newWork(idempotencyKey, null);
      works.set(id, work);
      if (uuid === null) return;
      journal.put(record);
      queue.push(id, () => finishInterrupted(deps, id, work));
    },
    forget: (id) => {
      const found = workAt(id);
      if (found?.work.isDocumentOpen) cancelLater(recordOf(found.entry, found.work, "cancel"));
      works.delete(id);
    },
    notBegun: () => {
      const rest = [...list.all()].filter((entry) => isNotBegun(entry, queue));
      return rest.flatMap((entry) => {
        const work = works.get(entry.id);
        return work ? [recordOf(entry, work, "upload")] : [];
      });
    },
  };
}

const isCancellable = ({ state }: UploadEntry) => isUnfinished(state) || state === "interrupted";

/** What was announced is in the journal since then. */
const isNotBegun = (entry: UploadEntry, queue: UploadQueue) =>
  entry.uuid === null &&
  (entry.state === "interrupted" || (isUnfinished(entry.state) && queue.has(entry.id)));
