import { isSameFile } from "./match-files";
import { restoredEntry } from "./new-entry";
import {
  cancelDocument,
  newRun,
  recordOf,
  runUpload,
  type UploadRun,
  type UploadTools,
} from "./run-upload";
import { isUnfinished, type UploadEntry } from "./upload-entry";
import type { JournalRecord } from "./upload-journal";

/** Starts, cancels and retries the runs of uploads, and keeps the entries and the journal up to date. */
export function createUploadRuns(tools: UploadTools, randomId: () => string) {
  const { entries, queue, journal } = tools;
  const runs = new Map<string, UploadRun>();

  const enqueue = (id: string, run: UploadRun) => {
    run.cancellation = new AbortController();
    const state = queue.isPaused() ? "paused-signed-out" : "waiting";
    entries.change(id, { state, failure: null, sentBytes: 0 });
    queue.push(id, () => runUpload(tools, id, run));
  };
  const runAt = (id: string) => {
    const entry = entries.get(id);
    const run = runs.get(id);
    return entry && run ? { entry, run } : null;
  };
  /** Queues an entry with its file. An interrupted upload continues with its document. */
  const begin = (id: string, file: File) => {
    const run = runs.get(id) ?? newRun(randomId());
    runs.set(id, run);
    run.file = file;
    enqueue(id, run);
  };
  /** Continues an interrupted upload, possibly with a changed file. */
  const continueWith = (id: string, run: UploadRun, file: File, added: UploadEntry) => {
    const { sizeBytes, modifiedAtMs } = added;
    // The same key with another size would be rejected.
    const isOtherCreation =
      entries.get(id)?.sizeBytes !== sizeBytes && entries.get(id)?.uuid === null;
    if (isOtherCreation) run.idempotencyKey = randomId();
    entries.change(id, { sizeBytes, modifiedAtMs });
    begin(id, file);
  };
  /** Uses the file that was provided again while the upload was being checked. */
  const useProvided = (id: string) => {
    const { entry, run } = runAt(id) ?? {};
    const provided = run?.provided;
    if (!entry || !run || !provided) return;
    run.provided = null;
    if (entry.state === "interrupted") {
      return continueWith(id, run, provided.file, provided.entry);
    }
    const isNew = entry.state === "done" && !isSameFile(entry, provided.entry);
    if (!isNew && entry.state !== "failed") return;
    // The document is closed, so this file needs a document of its own.
    entries.add(provided.entry);
    begin(provided.entry.id, provided.file);
  };
  return {
    begin,
    /** Whether the upload was interrupted by a reload and has not been given its file again. */
    awaitsFile: (id: string) => {
      const { entry, run } = runAt(id) ?? {};
      if (!entry || !run || run.file || run.provided) return false;
      return entry.state === "interrupted" || isUnfinished(entry.state);
    },
    /** Continues an upload that awaits its file. `added` is the entry that the file would have as a new upload. */
    provide: (id: string, file: File, added: UploadEntry) => {
      const { entry, run } = runAt(id) ?? {};
      if (!entry || !run) return;
      if (entry.state === "interrupted") continueWith(id, run, file, added);
      else run.provided = { file, entry: added };
    },
    cancel: (id: string) => {
      const { entry, run } = runAt(id) ?? {};
      const isInterrupted = entry?.state === "interrupted";
      if (!entry || !run || !(isInterrupted || isUnfinished(entry.state))) return;
      const record = recordOf(entry, run, "cancel");
      entries.change(id, { state: "cancelled" });
      run.cancellation.abort(new Error("The upload was cancelled"));
      if (queue.take(id) || isInterrupted) cancelLater(tools, record);
      else journal.put(record);
    },
    retry: (id: string) => {
      const { entry, run } = runAt(id) ?? {};
      if (!run || entry?.state !== "failed" || !entry.failure?.canRetry) return;
      if (!run.isDocumentOpen) {
        run.idempotencyKey = randomId();
        entries.change(id, { uuid: null });
      }
      enqueue(id, run);
    },
    restore: (record: JournalRecord) => {
      const { id, uuid, intent, idempotencyKey } = record;
      if (intent === "cancel") return cancelLater(tools, record);
      const run = newRun(idempotencyKey);
      runs.set(id, run);
      entries.add(restoredEntry(record));
      if (uuid === null) return;
      journal.put(record);
      queue.push(id, () => runUpload(tools, id, run).then(() => useProvided(id)));
    },
    /**
     * Must be called before an entry is removed. Cancels the entry's document if the document may still await its upload.
     */
    forget: (id: string) => {
      const found = runAt(id);
      if (found?.run.isDocumentOpen) cancelLater(tools, recordOf(found.entry, found.run, "cancel"));
      runs.delete(id);
    },
    /**
     * Returns the uploads that would be lost if the page were closed, because the journal contains an upload only once it
     * has started.
     */
    notBegun: () =>
      entries.all().flatMap((entry) => {
        const run = runs.get(entry.id);
        const isWaiting = entry.state === "interrupted" || queue.has(entry.id);
        return run && isWaiting && entry.uuid === null ? [recordOf(entry, run, "upload")] : [];
      }),
  };
}

function cancelLater(tools: UploadTools, record: JournalRecord): void {
  const { queue, journal } = tools;
  const { id, uuid } = record;
  if (uuid === null) {
    journal.remove(id);
    return;
  }
  journal.put(record);
  queue.push(id, () => cancelDocument(tools, id, uuid));
}
