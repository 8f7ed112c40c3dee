import { hasVisibleCharacter } from "@/lib/kernel/rules/plain-text";
import type { Classification } from "./classification";
import type { Deletion } from "./deletion-reasons";
import type { Status } from "./status";

/** The verified file of a document. */
export interface DocumentFile {
  readonly sizeBytes: number;
  /** The uploader's declared type; `application/octet-stream` if none was declared. */
  readonly contentType: string;
  /** Lower-case hex; null until processing has read the bytes. */
  readonly sha256: string | null;
  readonly verifiedAt: Date;
  /** The key of the bytes in the object store; never leaves the server. */
  readonly objectKey: string;
  /**
   * The version of that object; null if it is a copy of the upload, which is the only content ever stored under its key.
   */
  readonly versionId: string | null;
  /** When the bytes were erased; null if they have not been. */
  readonly erasedAt: Date | null;
}

/** Why a document failed: a code for programs and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** A document that belongs to an asset. */
export interface StagedDocument {
  /** A version 7 UUID in lower case. */
  readonly uuid: string;
  readonly assetIdentifier: string;
  readonly name: string;
  /**
   * The folder of a file that was dropped as part of a folder, with / between the names; null if there is none. Shown
   * only in the cockpit.
   */
  readonly folder: string | null;
  readonly status: Status;
  /** The time by which the upload must start; kept after the upload, but shown only while waiting for it. */
  readonly uploadExpiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** null until an upload has been verified. */
  readonly file: DocumentFile | null;
  readonly classification: Classification | null;
  readonly failure: Failure | null;
  /** Why it was deleted; null unless it was. */
  readonly deletion: Deletion | null;
  /** The number of its latest processing run; null if there has been none. */
  readonly processingRun: number | null;
  /**
   * The earliest document with the same bytes that is not deleted, as of the time of reading; null if this is the first
   * one.
   */
  readonly duplicateOf: string | null;
}

/** A status change in the history; never changed or removed. */
export interface StatusChange {
  /** Increases with every write; the cursor of the history. */
  readonly id: bigint;
  readonly previousStatus: Status | null;
  readonly currentStatus: Status;
  readonly at: Date;
  /** See `actorName`. */
  readonly actor: string;
  /** The reason as a kebab-case code; a later version may have written an unknown one. */
  readonly reason: string;
  /** Whether the remote system is notified: true if the move is listed and a webhook URL was set at commit time. */
  readonly notified: boolean;
  /** The position in the feed of listed moves; null for a silent move, and for a listed one until it is numbered. */
  readonly sequence: bigint | null;
}

/** The reason for a status change. */
export type ChangeReason =
  | "created"
  | "reported"
  | "cancelled"
  | "deleted"
  | "upload-found"
  | "upload-expired"
  | "processing-started"
  | "processed"
  | "processing-failed";

const IDENTIFIER_CODE_POINTS_MAX = 255;

/**
 * Returns what is wrong with the asset identifier of a new document or asset, or null if it is accepted (decision
 * 0036).
 */
export function assetIdentifierProblem(identifier: string): string | null {
  const problem = storedIdentifierProblem(identifier);
  if (problem) return problem;
  return hasVisibleCharacter(identifier) ? null : "must have a visible character";
}

/**
 * Returns why text cannot be a stored asset identifier, or null if it can. Documents from earlier versions may have
 * invisible identifiers.
 */
export function storedIdentifierProblem(identifier: string): string | null {
  if (!identifier.isWellFormed()) return "must be well-formed Unicode";
  if (identifier === "") return "must not be empty";
  if ([...identifier].length > IDENTIFIER_CODE_POINTS_MAX) {
    return `must have at most ${IDENTIFIER_CODE_POINTS_MAX} characters`;
  }
  if (/\p{Cc}/u.test(identifier)) return "must not contain control characters";
  return null;
}

/** The longest content type that is kept; RFC 6838 allows 127 characters on each side of the slash. */
export const CONTENT_TYPE_CHARACTERS_MAX = 255;

const UNKNOWN_CONTENT_TYPE = "application/octet-stream";

/**
 * Returns the content type that a document is recorded and stored with: the uploader's unverified claim if it is at most
 * 255 printable ASCII characters, otherwise `application/octet-stream`. No file is rejected because of its content type.
 */
export function contentTypeOf(claimed: string | null): string {
  const trimmed = (claimed ?? "").trim();
  const isKept = /^[\x20-\x7e]+$/.test(trimmed) && trimmed.length <= CONTENT_TYPE_CHARACTERS_MAX;
  return isKept ? trimmed : UNKNOWN_CONTENT_TYPE;
}

/**
 * How long an idempotency key prevents a second document, in milliseconds (decision 0016). After that it is removed and
 * can be reused.
 */
export const IDEMPOTENCY_KEY_VALID_MS = 24 * 60 * 60 * 1000;

const NAME_CODE_POINTS_MAX = 255;

/**
 * Returns what is wrong with a file name, or null if it is accepted: `<file-name>.<file-extension>` of at most 255 code
 * points that is safe in file systems, headers and pages (decisions 0009 and 0036).
 */
export function fileNameProblem(name: string): string | null {
  if (!name.isWellFormed()) return "must be well-formed Unicode";
  if ([...name].length > NAME_CODE_POINTS_MAX)
    return `must have at most ${NAME_CODE_POINTS_MAX} characters`;
  if (/[/\\]/.test(name)) return "must not contain / or \\: send the name without its folder";
  if (/\p{Cc}/u.test(name)) return "must not contain control characters";
  if (/\p{Bidi_Control}/u.test(name))
    return "must not contain characters that change the reading direction";
  if (name.startsWith(".") || name.endsWith(".")) return "must not begin or end with a dot";
  if (!name.includes(".")) return "must have an extension, such as report.pdf";
  const parts = name.split(".");
  const extension = parts.pop() ?? "";
  if (!hasVisibleCharacter(parts.join("")) || !hasVisibleCharacter(extension))
    return "must have visible characters before and after its last dot";
  return null;
}

const FOLDER_CODE_POINTS_MAX = 1000;

/**
 * Returns what is wrong with the folder from which a file was dropped, or null if it is accepted: folder names separated
 * by slashes. It is only ever shown, never used as a path.
 */
export function folderProblem(folder: string): string | null {
  if (!folder.isWellFormed()) return "must be well-formed Unicode";
  if (folder === "") return "must not be empty: leave it null";
  if ([...folder].length > FOLDER_CODE_POINTS_MAX)
    return `must have at most ${FOLDER_CODE_POINTS_MAX} characters`;
  if (/\p{Cc}/u.test(folder)) return "must not contain control characters";
  if (/\p{Bidi_Control}/u.test(folder))
    return "must not contain characters that change the reading direction";
  return null;
}
