import { CallFailure } from "@/lib/client/call-failure";
import { UploadRefusal } from "@/lib/client/put-file";
import { SizeSuspected } from "@/lib/client/size-suspicion";
import { CockpitProblem, type CockpitProblemCode } from "../../api/call-cockpit";
import { formatBytes } from "../../texts/en/format";
import { UPLOAD_TEXTS } from "../../texts/en/upload-texts";
import type { UploadFailure } from "./upload-entry";

/** Why an upload failed: in words, and as a code for the document. */
export interface DescribedFailure extends UploadFailure {
  /** In kebab case, as required for a document's failure. */
  readonly code: string;
}

const TEXTS = UPLOAD_TEXTS.failures;

/** Somebody cancelled the document, or its upload expired. */
export const DOCUMENT_CLOSED: DescribedFailure = {
  code: "document-closed",
  ...TEXTS.closed,
  canRetry: true,
};

/** Somebody deleted the document, and only a person should undo that. */
export const DOCUMENT_DELETED: DescribedFailure = {
  code: "document-deleted",
  ...TEXTS.deleted,
  canRetry: false,
};

/** Returns what is wrong with a file's size before anything is sent; null if it is accepted. */
export function sizeFailure(sizeBytes: number, sizeMaxBytes: number): DescribedFailure | null {
  if (sizeBytes === 0) return { code: "file-empty", ...TEXTS.empty, canRetry: false };
  if (sizeBytes <= sizeMaxBytes) return null;
  const words = TEXTS.tooLarge(formatBytes(sizeBytes), formatBytes(sizeMaxBytes));
  return { code: "file-too-large", ...words, canRetry: false };
}

/** Returns what went wrong with an upload, and what to do about it. */
export function describeFailure(error: unknown): DescribedFailure {
  if (error instanceof FileUnreadable) {
    return { code: "file-unreadable", ...TEXTS.unreadable, canRetry: false };
  }
  if (error instanceof CockpitProblem) return describeProblem(error);
  if (error instanceof UploadRefusal && error.isDiskFull) {
    return { code: "object-store-full", ...TEXTS.storeFull, canRetry: true };
  }
  if (error instanceof UploadRefusal && !error.isTransient) return describeRefusal(error);
  if (error instanceof SizeSuspected) {
    return { code: "connection-lost", ...TEXTS.proxyLimitLikely, canRetry: true };
  }
  if (error instanceof CallFailure) {
    return error.status === null
      ? CONNECTION_LOST
      : { code: "object-store-busy", ...TEXTS.storeBusy, canRetry: true };
  }
  return { code: "unexpected", ...TEXTS.unexpected, canRetry: true };
}

function describeRefusal({ sizeLimitOf }: UploadRefusal): DescribedFailure {
  switch (sizeLimitOf) {
    case "proxy":
      return { code: "file-too-large", ...TEXTS.proxyLimit, canRetry: true };
    case "store":
      return { code: "file-too-large", ...TEXTS.tooLargeForServer, canRetry: false };
    default:
      return { code: "object-store-refused", ...TEXTS.storeRefused, canRetry: true };
  }
}

function describeProblem(problem: CockpitProblem): DescribedFailure {
  const { code, detail, requestId, errors, isTransient } = problem;
  const known = KNOWN[code];
  if (known) return known;
  if (isTransient) return { code: "server-error", ...TEXTS.server(requestId), canRetry: true };
  const details = [detail, ...errors.map((error) => `${error.pointer} ${error.detail}`)];
  const sentence = TEXTS.refusedBecause(details.join(" "));
  return { code: "refused", ...TEXTS.refused, sentence, canRetry: false };
}

const CONNECTION_LOST = { code: "connection-lost", ...TEXTS.connection, canRetry: true };

const KNOWN: Partial<Record<CockpitProblemCode, DescribedFailure>> = {
  "no-answer": CONNECTION_LOST,
  "file-empty": { code: "file-empty", ...TEXTS.empty, canRetry: false },
  "file-too-large": { code: "file-too-large", ...TEXTS.tooLargeForServer, canRetry: false },
  "file-not-uploaded": { code: "file-not-uploaded", ...TEXTS.notArrived, canRetry: true },
  "file-changed": { code: "file-changed", ...TEXTS.notArrived, canRetry: true },
  "invalid-transition": DOCUMENT_CLOSED,
  "upload-not-awaited": DOCUMENT_CLOSED,
  "staged-document-not-found": DOCUMENT_CLOSED,
};

/** The file on disk is no longer the one that was added. */
export class FileUnreadable extends Error {
  constructor(cause: unknown) {
    super("The file cannot be read", { cause });
    this.name = "FileUnreadable";
  }
}

/**
 * Reads one byte, because browsers report a missing file as a lost connection.
 * @throws FileUnreadable
 */
export async function assertReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileUnreadable(cause);
  }
}
