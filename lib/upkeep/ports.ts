import type { ObjectOwner } from "./rules/leftover";

/** A position in a list that is ordered by a time and, for equal times, by uuid. */
export interface SweepPosition {
  readonly at: Date;
  readonly uuid: string;
}

/** A page of a list of due documents. */
export interface DuePage {
  /** Documents whose time is at or before this time are due. */
  readonly by: Date;
  /** Only documents after this position; null for the first page. */
  readonly after: SweepPosition | null;
  readonly limit: number;
}

/** The data of a document that determines which of its objects are needed. */
export interface DocumentObjects extends ObjectOwner {
  readonly uuid: string;
}

/** A document whose bytes are due to be erased, and their location, which is null if the document never had any bytes. */
export interface ErasableFile extends SweepPosition, Pick<ObjectOwner, "objectKey" | "versionId"> {}

/** The sweep's view of the database. Lists are ordered by position. */
export interface SweepRepository {
  /** Lists documents that are waiting for an upload and whose URL has expired; `at` is the time of expiry. */
  listAwaited(page: DuePage): Promise<readonly SweepPosition[]>;
  /** Lists failed and deleted documents whose bytes have not been erased; `at` is the time of their last change. */
  listErasable(page: DuePage): Promise<readonly ErasableFile[]>;
  /** Returns the data of these documents in any order, with one statement; documents that do not exist are omitted. */
  findObjects(uuids: readonly string[]): Promise<readonly DocumentObjects[]>;
  /**
   * Removes everything that was read from a file whose bytes are gone and marks the file as erased, in one transaction
   * (decision 0049). A second call does not change the mark. @returns the number of pages of text removed
   */
  eraseContent(uuid: string, at: Date): Promise<number>;
  /** Removes at most `limit` keys stored at or before this time, and returns how many. */
  removeIdempotencyKeys(storedBy: Date, limit: number): Promise<number>;
  /**
   * Removes at most `limit` of reviewers' claims that ended at or before this time, and as many of the documents put off
   * until then; returns how many in all.
   */
  removeReviewClaims(by: Date, limit: number): Promise<number>;
  /**
   * Removes at most `limit` documents of bulk work that ended and was created at or before `endedBy`, or that was never started
   * and was created at or before `preparedBy`, and as many pieces of such work without documents; returns how many in all. No
   * document changes.
   */
  removeBulkWork(
    createdAt: { readonly endedBy: Date; readonly preparedBy: Date },
    limit: number,
  ): Promise<number>;
}

/** The settings of the sweep. */
export interface SweepLimits {
  /** How long an upload that started in time may continue after its URL has expired. */
  readonly uploadGraceSeconds: number;
  /** How long the bytes of failed and deleted documents are kept. */
  readonly fileRetentionDays: number;
}

/** The embedded parts of `npm start` that store files on this machine. */
export type EmbeddedPart = "database" | "objectStore";

/** The disks of the embedded parts. */
export interface DiskSpace {
  /** Returns null for a part that runs elsewhere, or if the system does not report its free space. */
  freeBytes(part: EmbeddedPart): Promise<number | null>;
}
