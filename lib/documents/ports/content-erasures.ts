import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DocumentFile } from "../rules/staged-document";

/** The input for marking a document as erased. */
export interface ContentErasure {
  readonly uuid: string;
  /** The reason given by the caller; null if there is none. */
  readonly reason: string | null;
  readonly note: AuditNote;
}

/** A document marked as erased whose bytes may still exist; `objectKey` is null if it never had any bytes. */
export interface PendingRemoval {
  readonly uuid: string;
  readonly at: Date;
  readonly objectKey: DocumentFile["objectKey"] | null;
  readonly versionId: string | null;
}

/** Erases the content of individual documents (decision 0055). */
export interface ContentErasures {
  /**
   * Marks an approved, failed or deleted document as erased. One statement deletes everything that was read from it,
   * makes its bytes due for removal, and records the actor in an event and in the audit log. Returns false if the
   * document has none of these statuses or was already erased.
   */
  mark(erasure: ContentErasure): Promise<boolean>;
  /** Lists the marked documents whose bytes may still exist, oldest mark first, starting after `after`. */
  listPending(after: PendingRemoval | null, limit: number): Promise<readonly PendingRemoval[]>;
  /** Records that the bytes have been removed. */
  settle(uuid: string): Promise<void>;
}
