import { restoredEntry } from "./new-entry";
import { cancelDocument, recordOf, runUpload, type UploadTools } from "./run-upload";
import { isUnfinished } from "./upload-entry";
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
  const cancelLater = (record: JournalRecord) => {
    const { id, uuid } = record;
    if (uuid === null) return journal.remove(id);
    journal.put(record);
    queue.push(id, () => cancelDocument(tools, id, uuid));
  };
  const workAt = (id: string) => {
    const entry = list.get(id);
    const work = works.get(id);
    return entry && work ? { entry, work } : null;
  };
  return {
    /** Queues an entry with its file. An interrupted upload continues with its document. */
    begin: (id: string, file: File) => {
      const work = works.get(id) ?? newWork(randomId());
      works.set(id, work);
      work.file = file;
      enqueue(id, work);
    },
    cancel: (id: string) => {
      const { entry, work } = workAt(id) ?? {};
      const isInterrupted = entry?.state === "interrupted";
      if (!entry || !work || !(isInterrupted || isUnfinished(entry.state))) return;
      const record = recordOf(entry, work, "cancel");
      list.change(id, { state: "cancelled" });
      work.cancellation.abort(new Error("The upload was cancelled"));
      if (queue.take(id) || isInterrupted) cancelLater(record);
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
      if (intent === "cancel") return cancelLater(record);
      const work = newWork(idempotencyKey);
      works.set(id, work);
      list.add(restoredEntry(record));
      if (uuid === null) return;
      journal.put(record);
      queue.push(id, () => runUpload(tools, id, work));
    },
    /**
     * Must be called before an entry is removed. Cancels the entry's document if the document may still await its upload.
     */
    forget: (id: string) => {
      const found = workAt(id);
      if (found?.work.isDocumentOpen) cancelLater(recordOf(found.entry, found.work, "cancel"));
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
