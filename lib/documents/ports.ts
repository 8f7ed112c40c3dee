import type { Author } from "@/lib/kernel/rules/actor";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Page } from "@/lib/kernel/rules/page";
import type { Classification } from "./rules/classification";
import type { CorrectedItem } from "./rules/corrections";
import type { DeletionReason } from "./rules/deletion-reasons";
import type { FeedEntry } from "./rules/feed-entry";
import type { ProcessorChoice, RunStart } from "./rules/run-start";
import type {
  ChangeReason,
  DocumentFile,
  Failure,
  StagedDocument,
  StatusChange,
} from "./rules/staged-document";
import type { Move, Status } from "./rules/status";

/** The data needed to create a document. */
type NewStagedDocument = Pick<
  StagedDocument,
  "uuid" | "assetIdentifier" | "name" | "folder" | "uploadExpiresAt"
>;

/** The move that creates a document. */
interface FirstChange extends Author {
  readonly move: Move;
  readonly reason: ChangeReason;
  readonly at: Date;
}

/** A decided move of an existing document. */
export interface StatusMove extends FirstChange {
  readonly uuid: string;
  /** The reason given by the person who makes the move. */
  readonly note?: string;
  /** The reason for a deletion. */
  readonly deletionReason?: DeletionReason;
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
  /** What a review changed in the results, for an event in the document's timeline. */
  readonly corrected?: readonly CorrectedItem[];
}

/** A correction of the results of a document that is already approved. */
export interface ApprovedCorrection extends Author {
  readonly uuid: string;
  /** The document must not have changed since then. */
  readonly seenUpdatedAt: Date;
  readonly classification: Classification;
  readonly corrected: readonly CorrectedItem[];
  readonly at: Date;
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
   * row and, if a review changed the results, the event `corrected`. Returns null and writes nothing if a concurrent call moved it first or it does not exist.
   */
  compareAndSetStatus(change: StatusMove): Promise<StagedDocument | null>;
  /**
   * Moves the document to a different identifier and writes the event `moved`, in one statement, if it still has the old
   * identifier and a status that allows the move. Returns null and writes nothing if a concurrent call changed the
   * document first or it does not exist.
   */
  moveToAsset(move: AssetMove): Promise<StagedDocument | null>;
  /**
   * Replaces the results of an approved document and writes the event `corrected`, in one statement; its `updatedAt` always
   * increases. Returns null and writes nothing if the document has changed since `seenUpdatedAt`, is not approved, was
   * erased or does not exist.
   */
  correctApproved(correction: ApprovedCorrection): Promise<StagedDocument | null>;
  /** Lists changes, oldest first, starting after the id `after`; returns null if the document does not exist. */
  listStatusChanges(uuid: string, page: Page<bigint>): Promise<readonly StatusChange[] | null>;
  /** Rejects with `database-unavailable` if the database does not respond. */
  checkReachable(): Promise<void>;
}

/** The filter of a list of documents; null means no filter. */
export interface DocumentFilter {
  readonly assetIdentifier: string | null;
  readonly status: Status | null;
  /** Inclusive. */
  readonly updatedSince: Date | null;
  /**
   * Search words, all of which must match in the name, the text or the extracted values. Each may be a prefix; in a name,
   * one letter may be wrong. Case and accents are ignored (decision 0048).
   */
  readonly words?: string | undefined;
  /** The class in the document's results. */
  readonly documentClass?: string | undefined;
}

/** A position in the list of documents, which is ordered by (updatedAt, uuid). */
export interface DocumentPosition {
  readonly updatedAt: Date;
  readonly uuid: string;
}

/** One page of the list of documents. */
export type DocumentPage = Page<DocumentPosition>;

/** A status change with all its details. */
export interface TimelineChange extends StatusChange {
  /** The reason given by the person who made the change; null if there is none, or if it was erased with the content. */
  readonly note: string | null;
  /** The notification that contains the change; null if there is none, or none yet. */
  readonly notificationId: string | null;
}

/** Something that happened to a document without changing its status. */
export interface DocumentEvent {
  /** Increases with every write. */
  readonly id: bigint;
  /** `moved`, `corrected`, `content-erased`, or a kind written by a later version. */
  readonly kind: string;
  /** As stored in the history. */
  readonly actor: string;
  readonly at: Date;
  /** Both identifiers of a move to another asset; otherwise null. */
  readonly assets: { readonly from: string; readonly to: string } | null;
  /** What a correction changed; null for other events, and once the content was erased. */
  readonly corrected: readonly CorrectedItem[] | null;
  /** The reason given by the person who caused the event; null if there is none. */
  readonly note: string | null;
}

/** A document with its latest changes and events. */
export interface DocumentTimeline {
  readonly document: StagedDocument;
  /** The name of the document that this one is a duplicate of. */
  readonly duplicateName: string | null;
  /** Who created it, as stored in the history. */
  readonly createdBy: string;
  /**
   * The change that reported the upload as complete, however long ago, with its actor as stored in the history; null if
   * there is none yet.
   */
  readonly report: { readonly actor: string; readonly at: Date } | null;
  /** The latest changes, oldest first. */
  readonly changes: readonly TimelineChange[];
  /** The latest events, oldest first. */
  readonly events: readonly DocumentEvent[];
  /** The number of older changes and events that are left out. */
  readonly leftOut: number;
}

/** Documents with their complete history, for display. */
export interface DocumentTimelines {
  /** Finds a document with at most this many changes and this many events; null if there is no such document. */
  find(uuid: string, entriesMax: number): Promise<DocumentTimeline | null>;
}

/** The feed of listed moves. Its sequence has no gaps and only grows at the end. */
export interface StatusFeedRepository {
  /** Returns whether a committed listed move is still waiting for its number in the feed. Takes no lock. */
  hasUnnumbered(): Promise<boolean>;
  /**
   * Assigns the next numbers to at most `countMax` committed listed moves, in the order of their ids. No two of these
   * transactions ever overlap, even in different processes. Returns how many moves it numbered.
   */
  numberNext(countMax: number): Promise<number>;
  /** Returns the numbered moves after `after`, in ascending order. */
  read(page: { after: bigint; limit: number }): Promise<readonly FeedEntry[]>;
  /** Returns the last number; 0 if there is none. */
  findLast(): Promise<bigint>;
}

/** The subject of a change: a document's status, or anything else that pages show. */
export type Announcement = "status" | "other";

/** Announces that there may be new status changes to forward. */
export interface Changes {
  /**
   * Announces a committed change, by default a status change. Returns immediately and never throws; a lost announcement
   * delays delivery by at most a second.
   */
  announce(what?: Announcement): void;
}

/** The announcements within this process, and a way to listen to them. */
export interface ChangeSignal extends Changes {
  /**
   * Calls the listener for each announcement from now on and ignores errors that it throws.
   * @returns a function that ends the subscription; safe to call twice
   */
  subscribe(listener: (what: Announcement) => void): () => void;
}

/** One version of an object. */
export interface ObjectVersion {
  readonly key: string;
  /** null if the store keeps no versions; the object that is currently stored under the key is then meant. */
  readonly versionId: string | null;
}

/** The metadata that the object store reports for an object. */
export interface StoredObject {
  /** Identifies exactly these bytes until they are removed; null if the store keeps no versions. */
  readonly versionId: string | null;
  readonly sizeBytes: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string | null;
}

/** A version in a listing. It may be a delete marker, which is removed like any other version. */
export interface ListedObject extends ObjectVersion {
  /** According to the store's clock. */
  readonly lastModified: Date;
}

/**
 * The position where a listing continues. If the version is null, it continues after all versions of the key, which need
 * not exist.
 */
export type ListPosition = ObjectVersion;

/**
 * An S3 bucket. Every method that calls the store rejects with `object-store-unavailable` if the store does not respond,
 * and all except `head` reject if the bucket does not exist.
 */
export interface ObjectStorage {
  /** Signs a URL to which anybody can PUT raw bytes until it expires, without any additional header. */
  signUpload(
    key: string,
    options: {
      signedAt: Date;
      expiresInSeconds: number;
      /** The exact number of bytes to accept; null for any number. */
      sizeBytes: number | null;
    },
  ): Promise<string>;
  /**
   * Signs a URL from which a browser saves this version under the given name and never shows it inline. The response
   * contains no metadata declared by the uploader, whatever the store has recorded.
   */
  signDownload(
    version: ObjectVersion,
    options: { signedAt: Date; expiresInSeconds: number; fileName: string },
  ): Promise<string>;
  /**
   * Returns the newest version; null if there is no such object or no bucket. Before a permanent decision, also call
   * `checkReachable`.
   */
  head(key: string): Promise<StoredObject | null>;
  /**
   * Returns the bytes of this version from the beginning, as they arrive; null if there is no such object. Iterating
   * rejects if the store becomes unavailable. Stopping early ends the transfer.
   */
  read(version: ObjectVersion): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Copies the object only if it has this ETag; otherwise it copies nothing and returns `changed`. The copy has the given
   * content type and no other metadata from the uploader.
   */
  copyIfUnchanged(
    fromKey: string,
    toKey: string,
    copied: { readonly etag: string; readonly contentType: string },
  ): Promise<"copied" | "changed">;
  /** Permanently removes this version and no other; harmless if it does not exist. */
  remove(version: ObjectVersion): Promise<void>;
  /**
   * Permanently removes every version of the key; harmless if there is none. A version uploaded in the meantime may
   * remain.
   */
  removeAll(key: string): Promise<void>;
  /**
   * Lists versions under a prefix after a position, ascending by key, at most `limit` (2–1000). A page may be shorter
   * than `limit`, even empty; only a null `next` marks the last page.
   */
  list(
    prefix: string,
    after: ListPosition,
    limit: number,
  ): Promise<{ readonly objects: readonly ListedObject[]; readonly next: ListPosition | null }>;
  /** Checks that the store responds and the bucket exists; it does not check the contents. */
  checkReachable(): Promise<void>;
}

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

/** A client's claim that two requests create the same document; see `StagedDocumentRepository.createOnce`. */
export interface IdempotencyClaim {
  /** The owner of the key; keys of different owners are independent. */
  readonly ownerId: string;
  readonly key: string;
  /** The SHA-256 of the request. */
  readonly requestHash: Buffer;
  /** A claim made at or before this time has expired, and the new claim replaces it. */
  readonly expiredAt: Date;
}

/** How this installation processes documents. */
export interface ProcessingPolicy {
  /** Returns the operator's setting, or the choice that an upgrade stored. It never changes while a process runs. */
  choice(): Promise<ProcessorChoice>;
  /**
   * The number of seconds within which a processor must renew or settle its run after taking a document, and within which
   * a document that is to be processed again must be taken.
   */
  readonly leaseSeconds: number;
}

/** The limits of an upload, from the settings. */
export interface UploadLimits {
  readonly uploadUrlExpiresInSeconds: number;
  readonly uploadSizeMaxBytes: number;
}
