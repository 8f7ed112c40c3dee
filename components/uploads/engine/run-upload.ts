import { CallFailure } from "@/lib/client/call-failure";
import type { PutOptions } from "@/lib/client/put-file";
import { isRateLimited, type Pause, type RetryClock, retrying } from "@/lib/client/retrying";
import type { SizeSuspicion } from "@/lib/client/size-suspicion";
import {
  isNotAwaited,
  type UploadCalls,
  type UploadedDocument,
  uploadDocument,
} from "@/lib/client/upload-document";
import { STATUS } from "@/lib/documents/rules/status";
import type { AwaitedUpload, DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { type CallCockpit, CockpitProblem } from "../../api/call-cockpit";
import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import {
  assertReadable,
  type DescribedFailure,
  DOCUMENT_CLOSED,
  DOCUMENT_DELETED,
  describeFailure,
} from "./describe-failure";
import type { CallWaiting, RunQueue } from "./run-queue";
import type { StoreEntries } from "./store-entries";
import type { UploadEntry, UploadState } from "./upload-entry";
import type { JournalRecord, UploadJournal } from "./upload-journal";

/** The run of an upload: what is known besides its entry, kept between attempts. */
export interface UploadRun {
  /** null after a reload, until the file is provided again. */
  file: File | null;
  /** A file provided again while the upload is being checked after a reload; null otherwise. */
  provided: { readonly file: File; readonly entry: UploadEntry } | null;
  /** The same key never creates a second document. */
  idempotencyKey: string;
  cancellation: AbortController;
  /** Whether the object store has accepted the bytes of exactly this file for the current document. */
  isFileSent: boolean;
  /** Whether the document may still await its upload after a failure; a new attempt then continues with that document. */
  isDocumentOpen: boolean;
}

/** Creates the run of a new upload. */
export function newRun(idempotencyKey: string): UploadRun {
  const cancellation = new AbortController();
  return {
    file: null,
    provided: null,
    idempotencyKey,
    cancellation,
    isFileSent: false,
    isDocumentOpen: false,
  };
}

/** The dependencies of an upload, including where it is shown and recorded. */
export interface UploadTools {
  readonly call: CallCockpit;
  /** Like `putFile` in lib/client: rejects with UploadRefusal, CallFailure or the signal's reason. */
  readonly putFile: (url: string, file: File, options: PutOptions) => Promise<void>;
  /** Infers from this tab's uploads whether there is a size limit that the responses do not mention. */
  readonly sizes: SizeSuspicion;
  readonly clock: RetryClock;
  readonly queue: RunQueue;
  readonly entries: StoreEntries;
  readonly journal: UploadJournal;
}

const DOCUMENTS = "/api/cockpit/documents";
const MESSAGE_CHARACTERS_MAX = 1000;
const pathOf = (uuid: string) => `${DOCUMENTS}/${encodeURIComponent(uuid)}`;

/**
 * Takes an entry through the three phases and shows its progress. A final failure is reported as status 6 with its
 * reason. A cancelled upload is also cancelled on the server, and its entry no longer changes. If the file was lost in a
 * reload, the upload is only reported, because the bytes may have arrived. Never rejects.
 */
export async function runUpload(tools: UploadTools, id: string, run: UploadRun): Promise<void> {
  const { entries, journal } = tools;
  const entry = entries.get(id);
  if (!entry) return;
  const { file, cancellation } = run;
  const { signal } = cancellation;
  let { uuid } = entry;
  const show = (changes: Partial<UploadEntry>) => {
    if (!signal.aborted) entries.change(id, changes);
  };
  const remember = () =>
    journal.put(recordOf({ ...entry, uuid }, run, signal.aborted ? "cancel" : "upload"));
  remember();
  const { calls, isSettled } = createCalls(tools, entry, run, show);
  try {
    const { status } = await uploadDocument(calls, {
      mayBeSent: mayBeSent(uuid, run),
      signal,
      onPassed: (phase, document) => {
        if (phase !== "created") return;
        uuid = document.uuid;
        entries.change(id, { uuid });
        remember();
      },
      reportOf: (error) => (file ? reportOf(describeFailure(error)) : null),
    });
    signal.throwIfAborted();
    journal.remove(id);
    run.isDocumentOpen = false;
    if (status === STATUS.deleted) return show(failed(file, DOCUMENT_DELETED));
    if (status === STATUS.uploadFailed) return show(failed(file, DOCUMENT_CLOSED));
    run.file = null;
    show({ state: "done", sentBytes: entry.sizeBytes });
  } catch (error) {
    if (signal.aborted) return cancelDocument(tools, id, uuid);
    const failure = describeFailure(error);
    const isClosed = failure.code === DOCUMENT_CLOSED.code;
    if (!file && !isClosed) return show({ state: "interrupted" });
    // The document may or may not exist, because there was no response. A call with the same key finds an existing
    // document.
    const isOpen = uuid === null ? isTransient(error) : !isClosed && !isSettled();
    run.isDocumentOpen = isOpen;
    if (!isOpen) journal.remove(id);
    show(failed(file, failure));
  }
}

/** Cancels the document. If that fails for now, it is retried when the page is loaded again. Never rejects. */
export async function cancelDocument(
  tools: UploadTools,
  id: string,
  uuid: string | null,
): Promise<void> {
  try {
    if (uuid !== null)
      await createQueuedRepeats(tools, {})(() => tools.call("DELETE", pathOf(uuid)));
  } catch (error) {
    // A rejection means that the document is already closed, perhaps by the first of two attempts.
    if (!(error instanceof CockpitProblem) || error.isTransient) return;
  }
  tools.journal.remove(id);
}

/**
 * Whether the store may already have the bytes to be sent. This is unknown for a file provided after a reload: it was
 * matched by name and size, and the previous page may have sent different content.
 */
const mayBeSent = (uuid: string | null, { file, isFileSent }: UploadRun) =>
  uuid !== null && (!file || isFileSent);

/** Returns the journal record of an entry. */
export function recordOf(
  { id, assetIdentifier, assetName, name, folder, sizeBytes, modifiedAtMs, uuid }: UploadEntry,
  { idempotencyKey }: UploadRun,
  intent: JournalRecord["intent"],
): JournalRecord {
  return {
    id,
    assetIdentifier,
    assetName,
    name,
    folder,
    sizeBytes,
    modifiedAtMs,
    uuid,
    idempotencyKey,
    intent,
  };
}

/** Retries transient failures for a minute. Waiting for a sign-in or for a 429 does not count towards that minute. */
function createQueuedRepeats({ queue, clock }: UploadTools, waiting: CallWaiting) {
  // Waiting for a sign-in or a 429 happens outside the retries: it does not use up their minute, and it holds back all
  // uploads.
  const mayRepeat = (failure: CallFailure) => !isRateLimited(failure);
  return <T>(attempt: () => Promise<T>, signal?: AbortSignal) => {
    const onPause = ({ isUnanswered }: Pause) => {
      if (isUnanswered) waiting.onWait?.("offline");
      else waiting.onGo?.();
    };
    const once = async () => {
      const answer = await retrying(attempt, { clock, signal, onPause, mayRepeat });
      waiting.onGo?.();
      return answer;
    };
    return queue.whenAllowed(once, waiting);
  };
}

/**
 * Creates the cockpit's calls for one entry. `isSettled` returns whether the document was reported or no longer awaits
 * its upload.
 */
function createCalls(
  tools: UploadTools,
  entry: UploadEntry,
  run: UploadRun,
  show: (changes: Partial<UploadEntry>) => void,
): { readonly calls: UploadCalls<UploadedDocument>; readonly isSettled: () => boolean } {
  const { call, putFile, sizes } = tools;
  const { sizeBytes } = entry;
  const { signal } = run.cancellation;
  let isSettled = false;
  let phase: UploadState = "creating";
  const at = (state: UploadState) => {
    phase = state;
    show({ state });
  };
  const patiently = createQueuedRepeats(tools, {
    signal,
    onWait: (reason) => show({ state: `paused-${reason}` }),
    onGo: () => show({ state: phase }),
  });
  const { file } = run;
  const givenFile = () => {
    if (!file) throw new Error("The file must be provided again");
    return file;
  };
  const calls: UploadCalls<UploadedDocument> = {
    begin: async () => {
      if (entry.uuid !== null) {
        return { document: { uuid: entry.uuid, status: STATUS.waitingForUpload } };
      }
      run.isFileSent = false;
      await assertReadable(givenFile());
      signal.throwIfAborted();
      at("creating");
      // Without the signal, because cancelling a document requires knowing whether it was created.
      const created = await patiently(() => createDocument(call, entry, run));
      at("uploading");
      return created;
    },
    renewUrl: async (uuid) => {
      const body = { size: givenFile().size };
      const path = `${pathOf(uuid)}/upload-url`;
      return (await call<AwaitedUpload>("POST", path, { body, signal })).uploadSignedUrl;
    },
    put: async (url) => {
      at("uploading");
      const onProgress = ({ sentBytes }: { sentBytes: number }) => show({ sentBytes });
      try {
        await putFile(url, givenFile(), { signal, onProgress });
        run.isFileSent = true;
        sizes.noteArrived(sizeBytes);
      } catch (error) {
        signal.throwIfAborted();
        await assertReadable(givenFile());
        throw error;
      }
    },
    isSizeSuspected: (url) => sizes.isLikely(url, sizeBytes, signal),
    report: async (uuid, body) => {
      at("reporting");
      const stop = body.status === STATUS.uploadSuccessful ? signal : undefined;
      try {
        const options = { body, signal: stop };
        const row = await patiently(() => call<DocumentRow>("PUT", pathOf(uuid), options), stop);
        isSettled = true;
        return row;
      } catch (error) {
        isSettled ||= isNotAwaited(error);
        throw error;
      }
    },
    repeat: (attempt) => patiently(attempt, signal),
  };
  return { calls, isSettled: () => isSettled };
}

function createDocument(
  call: CallCockpit,
  { assetIdentifier, name, folder, sizeBytes }: UploadEntry,
  { idempotencyKey }: UploadRun,
): Promise<AwaitedUpload> {
  const body = { assetIdentifier, name, folder, size: sizeBytes };
  return call("POST", DOCUMENTS, { body, headers: { "idempotency-key": idempotencyKey } });
}

function reportOf({ code, sentence }: DescribedFailure) {
  if (code === DOCUMENT_CLOSED.code) return null;
  const message = Array.from(sentence).slice(0, MESSAGE_CHARACTERS_MAX).join("");
  return { status: STATUS.uploadFailed, failure: { code, message } };
}

/** Without its file, an upload cannot be retried. */
function failed(file: File | null, { code, sentence, fix, canRetry }: DescribedFailure) {
  const isClosedUnseen = !file && code === DOCUMENT_CLOSED.code;
  const failure = isClosedUnseen
    ? { ...UPLOAD_TEXTS.failures.closedMeanwhile, canRetry: false }
    : { sentence, fix, canRetry };
  return { state: "failed", failure } as const;
}

const isTransient = (error: unknown) => error instanceof CallFailure && error.isTransient;
