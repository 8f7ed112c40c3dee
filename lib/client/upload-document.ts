import { STATUS } from "../documents/rules/status";
import type { ErrorCode } from "../kernel/rules/errors";
import { CallFailure } from "./call-failure";
import { UploadRefusal, UploadUnanswered } from "./put-file";
import { SizeSuspected } from "./size-suspicion";

/** The phases of an upload. */
export type UploadPhase = "created" | "uploaded" | "reported";

/** The outcome of an upload to report: status 2, or status 6 with a reason if the API accepts one. */
export interface UploadReport {
  readonly status: typeof STATUS.uploadSuccessful | typeof STATUS.uploadFailed;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** The properties of a document that are needed for its upload. */
export interface UploadedDocument {
  readonly uuid: string;
  readonly status: number;
}

/** The calls of one upload, through the external API or the cockpit. Only `begin` and `report` retry automatically. */
export interface UploadCalls<Document extends UploadedDocument> {
  /** Creates the document, or finds the one that an earlier attempt created. */
  begin(): Promise<{
    readonly document: Document;
    /** If null or absent, a new URL is requested. */
    readonly uploadSignedUrl?: string | null | undefined;
  }>;
  /** Returns null if it is too late for an upload. The response to the report then contains the reason. */
  renewUrl(uuid: string): Promise<string | null>;
  put(uploadSignedUrl: string): Promise<void>;
  /** Called if no attempt got a response (see SizeSuspicion). */
  isSizeSuspected(uploadSignedUrl: string): Promise<boolean>;
  report(uuid: string, report: UploadReport): Promise<Document>;
  /** Retries an attempt while its failure is transient. */
  repeat(attempt: () => Promise<void>): Promise<void>;
}

/** The caller's choices for an upload. */
export interface UploadRules<Document> {
  /** Whether an earlier attempt may have sent these bytes. If so, status 2 is reported before anything is sent. */
  readonly mayBeSent: boolean;
  readonly signal: AbortSignal | undefined;
  /** Called when a phase is complete. The next phase begins when the returned promise resolves. */
  readonly onPassed: ((phase: UploadPhase, document: Document) => unknown) | undefined;
  /**
   * Returns the report for an upload that has failed for good, or null to report nothing, so that another attempt can
   * finish it.
   */
  readonly reportOf: (error: unknown) => UploadReport | null;
}

/** Codes that mean that the store does not have the file, although it accepted the upload. */
const BYTES_MISSING: readonly ErrorCode[] = ["file-not-uploaded", "file-changed"];
/** Codes that mean that the object left by an earlier attempt is not a complete upload. */
const NEEDS_UPLOAD: readonly ErrorCode[] = [...BYTES_MISSING, "file-empty", "file-too-large"];
/** Codes that mean that the document already has its file or is closed. */
const NOT_AWAITED: readonly ErrorCode[] = ["upload-not-awaited", "invalid-transition"];
const UPLOADS_MAX = 2;
/** The number of failed attempts after which the file's size becomes a likely reason. */
const UNANSWERED_MIN = 3;
const UPLOADED = { status: STATUS.uploadSuccessful } as const;

/**
 * Runs the three phases: creates the document, uploads the file and reports 2. Every retry uses a new URL, as does the
 * attempt after a rejected URL. Bytes that did not arrive are sent a second time. If the document is no longer waiting
 * for its upload, its record is returned unchanged.
 * @throws the error of a call, or the reason of the signal, which is never reported
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
  // This call is outside the block that reports 6, because another attempt can still finish the document if this report
  // gets no response.
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

/** Returns whether the error means that the document is no longer waiting for an upload. */
export const isNotAwaited = (error: unknown) => hasCode(error, NOT_AWAITED);

const hasCode = (error: unknown, codes: readonly string[]) =>
  error instanceof CallFailure && error.code !== null && codes.includes(error.code);

/** Reports status 2. Returns null if the report is rejected with one of these codes. */
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

/** Returns whether the store accepted the bytes; false if the document is no longer waiting for them. */
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
  const putTo = async (signedUrl: string | null) => {
    if (signedUrl === null) return;
    lastUrl = signedUrl;
    await put(signedUrl);
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
    // The next report shows whether the document has its file or is closed.
    if (!isNotAwaited(error)) throw error;
  }
  return isSent;
}

/**
 * Reports the failure. The report is rejected if the file was uploaded after all, because the earlier report arrived and
 * only its response was lost.
 */
async function giveUp<Document extends UploadedDocument>(
  { report }: UploadCalls<Document>,
  uuid: string,
  failed: UploadReport,
): Promise<Document | null> {
  try {
    return await report(uuid, failed);
  } catch (error) {
    // The caller needs the upload's error. If reporting it fails too, the document expires.
    return isNotAwaited(error) ? report(uuid, UPLOADED).catch(() => null) : null;
  }
}
