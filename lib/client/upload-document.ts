import { STATUS } from "../documents/rules/status";
import type { ErrorCode } from "../kernel/rules/errors";
import { CallFailure } from "./call-failure";
import { UploadRefusal, UploadUnanswered } from "./put-file";
import { SizeSuspected } from "./size-suspicion";

/** What a document passes while it is uploaded. */
export type UploadPhase = "created" | "uploaded" | "reported";

/** How an upload ends: 2, or 6 with its reason where the API takes one. */
export interface UploadReport {
  readonly status: typeof STATUS.uploadSuccessful | typeof STATUS.uploadFailed;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** A document, as far as its upload needs to know it. */
export interface UploadedDocument {
  readonly uuid: string;
  readonly status: number;
}

/** The calls of one upload, as the external API or the cockpit takes them. Only `begin` and `report` repeat themselves. */
export interface UploadCalls<Document extends UploadedDocument> {
  /** Creates the document, or finds the one of an earlier attempt. */
  begin(): Promise<{
    readonly document: Document;
    /** null or absent: a fresh one is asked for. */
    readonly uploadSignedUrl?: string | null | undefined;
  }>;
  /** null: it is too late for an upload, and the answer to the report says why. */
  renewUrl(uuid: string): Promise<string | null>;
  put(uploadSignedUrl: string): Promise<void>;
  /** Asked when no attempt was answered; see SizeSuspicion. */
  isSizeSuspected(uploadSignedUrl: string): Promise<boolean>;
  report(uuid: string, report: UploadReport): Promise<Document>;
  /** Makes an attempt, and makes it again while its failure is transient. */
  repeat(attempt: () => Promise<void>): Promise<void>;
}

/** What is the caller's to decide about an upload. */
export interface UploadRules<Document> {
  /** Whether an earlier attempt may have sent these very bytes: then 2 is reported before anything is sent. */
  readonly mayBeSent: boolean;
  readonly signal: AbortSignal | undefined;
  /** Called with each phase that is answered; the next one begins when it has resolved. */
  readonly onPassed: ((phase: UploadPhase, document: Document) => unknown) | undefined;
  /** What to report when the upload fails in the end; null: nothing, so that another attempt can finish it. */
  readonly reportOf: (error: unknown) => UploadReport | null;
}

/** The store does not have what was sent, although it said so. */
const BYTES_MISSING: readonly ErrorCode[] = ["file-not-uploaded", "file-changed"];
/** What an earlier attempt left is not an upload. */
const NEEDS_UPLOAD: readonly ErrorCode[] = [...BYTES_MISSING, "file-empty", "file-too-large"];
/** The document has its file already, or is closed. */
const NOT_AWAITED: readonly ErrorCode[] = ["upload-not-awaited", "invalid-transition"];
const UPLOADS_MAX = 2;
/** Fewer attempts without an answer say nothing about the file. */
const UNANSWERED_MIN = 3;
const UPLOADED = { status: STATUS.uploadSuccessful } as const;

/**
 * The three phases: creates, uploads, reports 2. An attempt after the first takes a fresh URL, and so does one whose URL was
 * refused; bytes that did not arrive are sent a second time. A document that no longer waits for its upload is answered as it is.
 * @throws what a call threw, or the reason of the signal, which is never reported
 */
export async function uploadDocument<Document extends UploadedDocument>(
  calls: UploadCalls<Document>,
  { mayBeSent, signal, onPassed, reportOf }: UploadRules<Document>,
): Promise<Document> {
  const { document, uploadSignedUrl } = await calls.begin();
  await onPassed?.("created", document);
  signal?.throwIfAborted();
  const { uuid, status } = document;
  if (status !== STATUS.waitingForUpload) return document;
  // Outside of what reports 6: without an answer to this one, another attempt can still finish the document.
  let reported = mayBeSent ? await reportUnless(NEEDS_UPLOAD, calls, uuid) : null;
  try {
    for (let uploads = 1; !reported; uploads += 1) {
      const isSent = await sendBytes(calls, uuid, uploads === 1 ? uploadSignedUrl : null);
      if (isSent) await onPassed?.("uploaded", document);
      reported = await reportUnless(uploads < UPLOADS_MAX ? BYTES_MISSING : [], calls, uuid);
    }
  } catch (error) {
    signal?.throwIfAborted();
    const report = reportOf(error);
    reported = report && (await giveUp(calls, uuid, report));
    if (!reported || reported.status === STATUS.uploadFailed) throw error;
  }
  await onPassed?.("reported", reported);
  return reported;
}

/** Whether it says that the document no longer waits for an upload. */
export const isNotAwaited = (error: unknown) => hasCode(error, NOT_AWAITED);

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof CallFailure && error.code !== null && codes.includes(error.code);

/** Reports 2; null when it is refused for one of the reasons. */
async function reportUnless<Document extends UploadedDocument>(
  reasons: readonly ErrorCode[],
  calls: UploadCalls<Document>,
  uuid: string,
): Promise<Document | null> {
  try {
    return await calls.report(uuid, UPLOADED);
  } catch (error) {
    if (hasCode(error, reasons)) return null;
    throw error;
  }
}

/** Whether the store took the bytes; it did not when the document no longer waits for them. */
async function sendBytes(
  calls: Pick<UploadCalls<never>, "renewUrl" | "put" | "repeat" | "isSizeSuspected">,
  uuid: string,
  firstUrl: string | null | undefined,
): Promise<boolean> {
  const { renewUrl, put, repeat, isSizeSuspected } = calls;
  let url = firstUrl ?? null;
  let isSent = false;
  let lastUrl = "";
  let [attempts, unanswered] = [0, 0];
  const putTo = async (given: string | null) => {
    if (given === null) return;
    lastUrl = given;
    await put(given);
    isSent = true;
  };
  const attempt = async () => {
    attempts += 1;
    const current = url ?? (await renewUrl(uuid));
    url = null;
    try {
      await putTo(current);
    } catch (error) {
      if (error instanceof UploadUnanswered) unanswered += 1;
      if (!(error instanceof UploadRefusal && error.isUrlRefused)) throw error;
      await putTo(await renewUrl(uuid));
    }
  };
  try {
    await repeat(attempt);
  } catch (error) {
    const isNeverAnswered = unanswered === attempts && unanswered >= UNANSWERED_MIN;
    if (isNeverAnswered && (await isSizeSuspected(lastUrl))) throw new SizeSuspected(error);
    // The report, which comes next, says whether it has its file or is closed.
    if (!isNotAwaited(error)) throw error;
  }
  return isSent;
}

/** Reports the failure. It is refused for what was uploaded after all: that report arrived, only the answer did not. */
async function giveUp<Document extends UploadedDocument>(
  { report }: UploadCalls<Document>,
  uuid: string,
  failed: UploadReport,
): Promise<Document | null> {
  try {
    return await report(uuid, failed);
  } catch (error) {
    // The upload's failure is what the caller must hear; one whose report fails too expires on its own.
    return isNotAwaited(error) ? report(uuid, UPLOADED).catch(() => null) : null;
  }
}
