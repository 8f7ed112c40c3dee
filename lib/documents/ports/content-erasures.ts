import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DocumentFile } from "../rules/staged-document";

/** What marks a document as erased. */
export interface ContentErasure {
  readonly uuid: string;
  /** Why, in the words of the caller; null: they gave none. */
  readonly reason: string | null;
  readonly note: AuditNote;
}

/** A document that was marked while its bytes may still be there; null where it never had any. */
export interface PendingRemoval {
  readonly uuid: string;
  readonly at: Date;
  readonly objectKey: DocumentFile["objectKey"] | null;
  readonly versionId: string | null;
}

/** Erasing the content of single documents (decision 0055). */
export interface ContentErasures {
  /**
   * Marks a document that is approved, failed or deleted as erased: all that was read from it goes, its bytes are due for removal,
   * and its event and the audit say who did it, all in one statement. false: it is in none of these statuses, or was erased before.
   */
  mark(erasure: ContentErasure): Promise<boolean>;
  /** Marked documents whose bytes may still be there, the oldest mark first; only those behind `after`. */
  listPending(after: PendingRemoval | null, limit: number): Promise<readonly PendingRemoval[]>;
  /** Notes that the bytes are gone. */
  settle(uuid: string): Promise<void>;
}
