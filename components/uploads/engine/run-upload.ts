import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import { describeFailure } from "./describe-failure";
import type { UploadEntry } from "./upload-entry";
import type { JournalRecord, UploadJournal } from "./upload-journal";
import type { UploadList } from "./upload-list";
import { cancelDocument, type UploadEnd, uploadOne } from "./upload-one";
import { createPatience, type UploadTools } from "./upload-tools";

/** What an entry needs to be worked on; it outlives the attempts. */
export interface UploadWork {
  /** null: the page was loaded anew, and the file must be given again. */
  file: File | null;
  idempotencyKey: string;
  cancellation: AbortController;
  /** Whether its document may still wait for its upload after a failure: another attempt goes on with it. */
  isDocumentOpen: boolean;
}

/** Where work is shown and remembered. */
export interface WorkPlace {
  readonly tools: UploadTools;
  readonly list: UploadList;
  readonly journal: UploadJournal;
}

/** Work that nobody has begun. */
export function newWork(idempotencyKey: string, file: File | null): UploadWork {
  return { file, idempotencyKey, cancellation: new AbortController(), isDocumentOpen: false };
}

/** Takes an entry through the three phases and shows how it goes; once it is cancelled, nothing more of it is shown. */
export async function runUpload(place: WorkPlace, id: string, work: UploadWork): Promise<void> {
  const { tools, list, journal } = place;
  const entry = list.get(id);
  if (!entry || !work.file) return;
  const { signal } = work.cancellation;
  const { file, idempotencyKey } = work;
  const show = showUntilCancelled(list, id, signal);
  const remember = (uuid: string | null) =>
    journal.put(recordOf({ ...entry, uuid }, work, signal.aborted ? "cancel" : "upload"));
  remember(entry.uuid);
  show({ startedAt: tools.clock.nowMs() });
  const end = await uploadOne(
    tools,
    { ...entry, file, idempotencyKey, signal },
    {
      onPhase: (state) => show({ state }),
      onProgress: (sentBytes) => show({ sentBytes }),
      onAnnounced: (uuid) => {
        list.change(id, { uuid });
        remember(uuid);
      },
    },
  );
  if (end.kind === "done" || end.isSettled) journal.remove(id);
  work.isDocumentOpen = end.kind === "failed" && !end.isSettled;
  if (end.kind === "done") work.file = null;
  show(changesBy(end, entry));
}

/** Of what a reload interrupted, the bytes may have arrived: then its report is all that is missing. */
export async function finishInterrupted(
  place: WorkPlace,
  id: string,
  work: UploadWork,
): Promise<void> {
  const { tools, list, journal } = place;
  const entry = list.get(id);
  const uuid = entry?.uuid;
  if (!entry || !uuid) return;
  const { signal } = work.cancellation;
  const show = showUntilCancelled(list, id, signal);
  const patiently = createPatience(tools, {
    signal,
    onWait: () => show({ state: "paused-signed-out" }),
    onGo: () => show({ state: "reporting" }),
  });
  show({ state: "reporting" });
  try {
    await patiently(() => tools.calls.reportUploaded(uuid, { signal }), signal);
    signal.throwIfAborted();
    journal.remove(id);
    show(changesBy({ kind: "done" }, entry));
  } catch (error) {
    if (signal.aborted) return cancelWork(place, id, uuid);
    const isClosed = describeFailure(error).code === "document-closed";
    if (!isClosed) return show({ state: "interrupted" });
    journal.remove(id);
    const failure = { ...UPLOAD_TEXTS.failures.closedMeanwhile, canRetry: false };
    show({ state: "failed", failure });
  }
}

/** Cancels the document of an entry; what could not be done now is tried again when the page is loaded the next time. */
export async function cancelWork(
  { tools, journal }: WorkPlace,
  id: string,
  uuid: string,
): Promise<void> {
  const { isSettled } = await cancelDocument(tools, uuid);
  if (isSettled) journal.remove(id);
}

/** What the journal keeps of an entry. */
export function recordOf(
  { id, assetIdentifier, assetName, name, folder, sizeBytes, uuid }: UploadEntry,
  { idempotencyKey }: UploadWork,
  intent: JournalRecord["intent"],
): JournalRecord {
  const target = { assetIdentifier, assetName };
  return { ...target, id, name, folder, sizeBytes, uuid, idempotencyKey, intent };
}

function showUntilCancelled(list: UploadList, id: string, signal: AbortSignal) {
  return (changes: Partial<UploadEntry>) => {
    if (!signal.aborted) list.change(id, changes);
  };
}

function changesBy(end: UploadEnd, { sizeBytes }: UploadEntry): Partial<UploadEntry> {
  switch (end.kind) {
    case "done":
      return { state: "done", sentBytes: sizeBytes };
    case "cancelled":
      return { state: "cancelled" };
    case "failed": {
      const { sentence, fix, canRetry } = end.failure;
      return { state: "failed", failure: { sentence, fix, canRetry } };
    }
  }
}
