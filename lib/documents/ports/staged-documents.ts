import type { Author } from "@/lib/kernel/rules/actor";
import type { Page } from "@/lib/kernel/rules/page";
import type { Classification } from "../rules/classification";
import type { RunStart } from "../rules/run-start";
import type { ChangeReason, Failure, StagedDocument, StatusChange } from "../rules/staged-document";
import type { Move } from "../rules/status";
import type { DocumentFilter, DocumentPage } from "./document-list";
import type { IdempotencyClaim } from "./idempotency-claim";

/** What is needed to create a document. */
export type NewStagedDocument = Pick<
  StagedDocument,
  "uuid" | "assetIdentifier" | "name" | "folder" | "uploadExpiresAt"
>;

/** The move with which a document begins. */
export interface FirstChange extends Author {
  readonly move: Move;
  readonly reason: ChangeReason;
  readonly at: Date;
}

/** One decided move of one document. */
export interface StatusMove extends FirstChange {
  readonly uuid: string;
  /** What the person who makes it writes about it. */
  readonly note?: string;
  /** The verified file, given with the move to upload_successful. */
  readonly file?: {
    readonly sizeBytes: number;
    readonly contentType: string;
    readonly objectKey: string;
    readonly versionId: string | null;
  };
  readonly failure?: Failure;
  readonly classification?: Classification;
  /** Moves only a document whose upload URL expired by then: a fresh one makes giving up on it moot. */
  readonly uploadExpiredBy?: Date;
  /** The run of processing that begins with the move. Whatever run was current before ends with every move. */
  readonly begins?: RunStart | null;
  /** Moves only a document whose last run has this number. */
  readonly onlyRun?: number;
  /** Of the file's bytes, in lower-case hex. */
  readonly sha256?: string | null;
}

/** A document that is filed under another asset identifier. */
export interface AssetMove extends Author {
  readonly uuid: string;
  /** Where it must still be. */
  readonly from: string;
  readonly to: string;
  readonly at: Date;
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
  /**
   * Files the document under another identifier and writes the event `moved`, in one statement, if it is still where the move starts
   * and at a status that allows it. null: somebody else changed it first, or it does not exist; nothing was written.
   */
  moveToAsset(move: AssetMove): Promise<StagedDocument | null>;
  /** Oldest first, only changes behind the id `after`; null when the document does not exist. */
  listStatusChanges(uuid: string, page: Page<bigint>): Promise<readonly StatusChange[] | null>;
  /** Rejects with `database-unavailable` when the database does not answer. */
  checkReachable(): Promise<void>;
}
