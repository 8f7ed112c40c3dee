import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DocumentFile } from "../rules/staged-document";

/** The input for marking a document as erased. */
export interface ContentErasure {
  readonly uuid: string;
  /** The caller's reason; null: none was given. */
  readonly reason: string | null;
  readonly note: AuditNote;
}

/** A marked document whose bytes may still exist; null where it never had any. */
export interface PendingRemoval {
  readonly uuid: string;
  readonly at: Date;
  readonly objectKey: DocumentFile["objectKey"] | null;
  readonly versionId: string | null;
}

/** Erasing the content of single documents (decision 0055). */
export interface ContentErasures {
  /**
   * Marks a document that is approved, failed or deleted as erased: everything read from it is deleted, its bytes become due for
   * removal, and its event and the audit record who did it, all in one statement. false: it has none of these statuses, or was
   * already erased.
   */
  mark(erasure: ContentErasure): Promise<boolean>;
  /** Marked documents whose bytes may still exist, oldest mark first; only those after `after`. */
  listPending(after: PendingRemoval | null, limit: number): Promise<readonly PendingRemoval[]>;
  /** Records that the bytes have been removed. */
  settle(uuid: string): Promise<void>;
}
