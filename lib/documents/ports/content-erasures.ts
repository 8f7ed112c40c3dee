import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DocumentFile } from "../rules/staged-document";

/** The input for marking a document as erased. */
export interface ContentErasure {
  readonly uuid: string;
  /** The reason given by the caller; null if there is none. */
  readonly reason: string | null;
  readonly note: AuditNote;
}

/** A document marked as erased whose bytes may still exist; `objectKey` is null if it never had any. */
export interface PendingRemoval {
  readonly uuid: string;
  readonly at: Date;
  readonly objectKey: DocumentFile["objectKey"] | null;
  readonly versionId: string | null;
}

/** Erases the content of individual documents (decision 0055). */
export interface ContentErasures {
  /**
   * Marks an approved, failed or deleted document as erased. In one statement, everything read from it is deleted, its
   * bytes become due for removal, and its event and the audit record who did it. Returns false if it has none of these
   * statuses or was already erased.
   */
  mark(erasure: ContentErasure): Promise<boolean>;
  /** Lists the marked documents whose bytes may still exist, oldest mark first; only those after `after`. */
  listPending(after: PendingRemoval | null, limit: number): Promise<readonly PendingRemoval[]>;
  /** Records that the bytes have been removed. */
  settle(uuid: string): Promise<void>;
}
