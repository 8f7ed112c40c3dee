import type { Author } from "@/lib/kernel/rules/actor";
import type { Page } from "@/lib/kernel/rules/page";
import type { Classification } from "../rules/classification";
import type { RunStart } from "../rules/run-start";
import type { ChangeReason, Failure, StagedDocument, StatusChange } from "../rules/staged-document";
import type { Move } from "../rules/status";
import type { DocumentFilter, DocumentPage } from "./document-list";
import type { IdempotencyClaim } from "./idempotency-claim";

/** The data needed to create a document. */
export type NewStagedDocument = Pick<
  StagedDocument,
  "uuid" | "assetIdentifier" | "name" | "folder" | "uploadExpiresAt"
>;

/** The move that creates a document. */
export interface FirstChange extends Author {
  readonly move: Move;
  readonly reason: ChangeReason;
  readonly at: Date;
}

/** A decided move of an existing document. */
export interface StatusMove extends FirstChange {
  readonly uuid: string;
  /** The reason given by the person who makes the move. */
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
  /** Moves the document only if its upload URL has expired by this time, because a new URL keeps the upload open. */
  readonly uploadExpiredBy?: Date;
  /** The processing run that starts with the move. Every move ends the current run. */
  readonly begins?: RunStart | null;
  /** Moves the document only if its last run has this number. */
  readonly onlyRun?: number;
  /** The SHA-256 of the file's bytes, in lower-case hex. */
  readonly sha256?: string | null;
}

/** A move of a document to another asset identifier. */
export interface AssetMove extends Author {
  readonly uuid: string;
  /** The identifier that the document must still have. */
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}

/** Documents and their history. Every write of a status writes its history in the same statement. */
export interface StagedDocumentRepository {
  /** Writes the document in the state after the move and its first history row, in one statement. */
  create(document: NewStagedDocument, change: FirstChange): Promise<StagedDocument>;
  /**
   * Does what `create` does and stores the claim, in one statement; concurrent calls with the same owner and key wait for
   * each other. Returns null and writes nothing if the key was already used and its claim has not expired.
   */
  createOnce(
    document: NewStagedDocument,
    change: FirstChange,
    claim: IdempotencyClaim,
  ): Promise<StagedDocument | null>;
  /** Returns the document of an existing claim; null if there is none. */
  findClaimed(
    claim: Pick<IdempotencyClaim, "ownerId" | "key">,
  ): Promise<{ document: StagedDocument; requestHash: Buffer } | null>;
  find(uuid: string): Promise<StagedDocument | null>;
  /**
   * Lists documents in ascending order of (updatedAt, uuid), starting after `after`. A document that changes moves to the
   * end.
   */
  list(filter: DocumentFilter, page: DocumentPage): Promise<readonly StagedDocument[]>;
  /**
   * Extends the upload until the given time. Returns null and writes nothing if the document is no longer waiting for its
   * upload or does not exist.
   */
  renewUpload(
    uuid: string,
    renewal: { uploadExpiresAt: Date; at: Date },
  ): Promise<StagedDocument | null>;
  /**
   * Makes the move only if the document still has the status that the move starts from, in one statement with its history
   * row. Returns null and writes nothing if a concurrent call moved it first or it does not exist.
   */
  compareAndSetStatus(change: StatusMove): Promise<StagedDocument | null>;
  /**
   * Moves the document to a different identifier and writes the event `moved`, in one statement, if it still has the old
   * identifier and a status that allows the move. Returns null and writes nothing if a concurrent call changed the
   * document first or it does not exist.
   */
  moveToAsset(move: AssetMove): Promise<StagedDocument | null>;
  /** Lists changes, oldest first, starting after the id `after`; returns null if the document does not exist. */
  listStatusChanges(uuid: string, page: Page<bigint>): Promise<readonly StatusChange[] | null>;
  /** Rejects with `database-unavailable` if the database does not respond. */
  checkReachable(): Promise<void>;
}
