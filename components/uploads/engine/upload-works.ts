import { isSameFile } from "./match-files";
import { restoredEntry } from "./new-entry";
import { cancelDocument, recordOf, runUpload, type UploadTools } from "./run-upload";
import { isUnfinished, type UploadEntry } from "./upload-entry";
import type { JournalRecord } from "./upload-journal";
import { newWork, type UploadWork } from "./upload-work";

/** Runs the uploads in the list, and keeps the list and the journal up to date. */
export function createUploadWorks(tools: UploadTools, randomId: () => string) {
  const { list, queue, journal } = tools;
  const works = new Map<string, UploadWork>();

  const enqueue = (id: string, work: UploadWork) => {
    work.cancellation = new AbortController();
    const state = queue.isPaused() ? "paused-signed-out" : "waiting";
    list.change(id, { state, failure: null, sentBytes: 0 });
    queue.push(id, () => runUpload(tools, id, work));
  };
  const workAt = (id: string) => {
    const entry = list.get(id);
    const work = works.get(id);
    return entry && work ? { entry, work } : null;
  };
  /** Queues an entry with its file. An interrupted upload continues with its document. */
  const begin = (id: string, file: File) => {
    const work = works.get(id) ?? newWork(randomId());
    works.set(id, work);
    work.file = file;
    enqueue(id, work);
  };
  /** Continues an interrupted upload, possibly with a changed file. */
  const continueWith = (id: string, work: UploadWork, file: File, added: UploadEntry) => {
    const { sizeBytes, modifiedAtMs } = added;
    // The same key with another size would be rejected.
    const isOtherCreation = list.get(id)?.sizeBytes !== sizeBytes && list.get(id)?.uuid === null;
    if (isOtherCreation) work.idempotencyKey = randomId();
    list.change(id, { sizeBytes, modifiedAtMs });
    begin(id, file);
  };
  /** Uses the file that was provided again while the upload was being checked. */
  const useProvided = (id: string) => {
    const { entry, work } = workAt(id) ?? {};
    const provided = work?.provided;
    if (!entry || !work || !provided) return;
    work.provided = null;
    if (entry.state === "interrupted") {
      return continueWith(id, work, provided.file, provided.entry);
    }
    const isNew = entry.state === "done" && !isSameFile(entry, provided.entry);
    if (!isNew && entry.state !== "failed") return;
    // The document is closed, so this file needs a document of its own.
    list.add(provided.entry);
    begin(provided.entry.id, provided.file);
  };
  return {
    begin,
    /** Whether the upload was interrupted by a reload and has not been given its file again. */
    awaitsFile: (id: string) => {
      const { entry, work } = workAt(id) ?? {};
      if (!entry || !work || work.file || work.provided) return false;
      return entry.state === "interrupted" || isUnfinished(entry.state);
    },
    /** Continues an upload that awaits its file. `added` is the entry that the file would have as a new upload. */
    provide: (id: string, file: File, added: UploadEntry) => {
      const { entry, work } = workAt(id) ?? {};
      if (!entry || !work) return;
      if (entry.state === "interrupted") continueWith(id, work, file, added);
      else work.provided = { file, entry: added };
    },
    cancel: (id: string) => {
      const { entry, work } = workAt(id) ?? {};
      const isInterrupted = entry?.state === "interrupted";
      if (!entry || !work || !(isInterrupted || isUnfinished(entry.state))) return;
      const record = recordOf(entry, work, "cancel");
      list.change(id, { state: "cancelled" });
      work.cancellation.abort(new Error("The upload was cancelled"));
      if (queue.take(id) || isInterrupted) cancelLater(tools, record);
      else journal.put(record);
    },
    retry: (id: string) => {
      const { entry, work } = workAt(id) ?? {};
      if (!work || entry?.state !== "failed" || !entry.failure?.canRetry) return;
      if (!work.isDocumentOpen) {
        work.idempotencyKey = randomId();
        list.change(id, { uuid: null });
      }
      enqueue(id, work);
    },
    restore: (record: JournalRecord) => {
      const { id, uuid, intent, idempotencyKey } = record;
      if (intent === "cancel") return cancelLater(tools, record);
      const work = newWork(idempotencyKey);
      works.set(id, work);
      list.add(restoredEntry(record));
      if (uuid === null) return;
      journal.put(record);
      queue.push(id, () => runUpload(tools, id, work).then(() => useProvided(id)));
    },
    /**
     * Must be called before an entry is removed. Cancels the entry's document if the document may still await its upload.
     */
    forget: (id: string) => {
      const found = workAt(id);
      if (found?.work.isDocumentOpen)
        cancelLater(tools, recordOf(found.entry, found.work, "cancel"));
      works.delete(id);
    },
    /**
     * Returns the uploads that would be lost if the page were closed, because the journal contains an upload only once it
     * has started.
     */
    notBegun: () =>
      list.all().flatMap((entry) => {
        const work = works.get(entry.id);
        const isWaiting = entry.state === "interrupted" || queue.has(entry.id);
        return work && isWaiting && entry.uuid === null ? [recordOf(entry, work, "upload")] : [];
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
