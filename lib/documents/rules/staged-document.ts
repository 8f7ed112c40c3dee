import type { Classification } from "./classification";
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
