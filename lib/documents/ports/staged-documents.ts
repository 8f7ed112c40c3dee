import type { Author } from "@/lib/kernel/rules/actor";
import type { Classification } from "../rules/classification";
import type { ChangeReason, Failure, StagedDocument, StatusChange } from "../rules/staged-document";
import type { Move } from "../rules/status";
import type { DocumentFilter, DocumentPage } from "./document-list";
import type { IdempotencyClaim } from "./idempotency-claim";

/** What is needed to announce a document. */
export interface NewStagedDocument {
  readonly uuid: string;
  readonly assetIdentifier: string;
  readonly name: string;
  /** Where a file that was dropped with its folder lay, with / between the names; null: nowhere. */
  readonly folder: string | null;
  readonly uploadExpiresAt: Date;
}

/** The move with which a document begins. */
export interface FirstChange extends Author {
  readonly move: Move;
  readonly reason: ChangeReason;
  readonly at: Date;
}

/** One decided move of one document. */
export interface StatusMove extends Author {
  readonly uuid: string;
  readonly move: Move;
  readonly reason: ChangeReason;
  readonly at: Date;
  /** The verified file, given with the move to upload_successful. */
  readonly file?: {
    readonly sizeBytes: number;
    readonly contentType: string;
    readonly objectKey: string;
  };
  readonly failure?: Failure;
  readonly classification?: Classification;
  /** Moves only a document whose upload URL expired by then: a fresh one makes giving up on it moot. */
  readonly uploadExpiredBy?: Date;
}

/** A position in a list ordered by an ascending number. */
export interface Page {
  /** Only rows behind this one; null for the first page. */
  readonly after: bigint | null;
  readonly limit: number;
}

/** Documents and their history. Every write of a status writes its history in the same statement. */
export interface StagedDocumentRepository {
  /** Writes the document in the state of the move and its first history row, in one statement. */
  create(document: NewStagedDocument, change: FirstChange): Promise<StagedDocument>;
  /**
   * `create` and the claim in one statement, of which concurrent ones with the same owner and key wait for each other.
   * null: the key was used already and its claim is not over; nothing was written.
   */
  createOnce(
    document: NewStagedDocument,
    change: FirstChange,
    claim: IdempotencyClaim,
  ): Promise<StagedDocument | null>;
  /** What a claim that was made led to; null when there is none. */
  findClaimed(
    claim: Pick<IdempotencyClaim, "ownerId" | "key">,
  ): Promise<{ document: StagedDocument; requestHash: Buffer } | null>;
  find(uuid: string): Promise<StagedDocument | null>;
  /** Ascending by (updatedAt, uuid), only rows behind `after`; a document that changes moves to the end. */
  list(filter: DocumentFilter, page: DocumentPage): Promise<readonly StagedDocument[]>;
  /** Awaits the upload until then. null: the document does not wait any more, or does not exist; nothing was written. */
  renewUpload(
    uuid: string,
    renewal: { uploadExpiresAt: Date; at: Date },
  ): Promise<StagedDocument | null>;
  /**
   * Makes the move only if the document is still where the move starts, in one statement with its history row.
   * null: somebody else moved it first, or it does not exist; nothing was written.
   */
  compareAndSetStatus(change: StatusMove): Promise<StagedDocument | null>;
  /** Oldest first; null when the document does not exist. */
  listStatusChanges(uuid: string, page: Page): Promise<readonly StatusChange[] | null>;
  /** Rejects with `database-unavailable` when the database does not answer. */
  checkReachable(): Promise<void>;
}
