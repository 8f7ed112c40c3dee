import type { ObjectOwner } from "../rules/leftover";

/** A position in a list ordered by a time and, within it, by uuid. */
export interface SweepPosition {
  readonly at: Date;
  readonly uuid: string;
}

/** Which part of a list of due documents is asked for. */
export interface DuePage {
  /** Due are those whose time is not later. */
  readonly by: Date;
  /** Only documents behind this position; null for the first page. */
  readonly after: SweepPosition | null;
  readonly limit: number;
}

/** A document as far as its objects in the store are concerned. */
export interface DocumentObjects extends ObjectOwner {
  readonly uuid: string;
}

/** A document whose bytes are due, and where they are; null when it never had any. */
export interface ErasableFile extends SweepPosition, Pick<ObjectOwner, "objectKey" | "versionId"> {}

/** What the sweeper asks the database; lists are ordered by the position of their documents. */
export interface SweepRepository {
  /** Documents that wait for an upload whose URL expired; `at` is that time. */
  listAwaited(page: DuePage): Promise<readonly SweepPosition[]>;
  /** Failed and deleted documents whose bytes were not erased yet; `at` is the time of their last change. */
  listErasable(page: DuePage): Promise<readonly ErasableFile[]>;
  /** The known ones among these documents, in no order, by one statement. */
  findObjects(uuids: readonly string[]): Promise<readonly DocumentObjects[]>;
  /**
   * Removes all that was read from a file whose bytes are gone, and notes that it is erased, both or neither (decision 0049). The
   * first such note stands. @returns how many pages of text were removed
   */
  eraseContent(uuid: string, at: Date): Promise<number>;
  /** Removes at most `limit` keys that were stored by then, and tells how many. */
  removeIdempotencyKeys(storedBy: Date, limit: number): Promise<number>;
}

/** Settings that the sweeper decides by. */
export interface SweepLimits {
  /** How long after its URL expired an upload that started in time may still run. */
  readonly uploadGraceSeconds: number;
  /** How long the bytes of failed and deleted documents are kept. */
  readonly fileRetentionDays: number;
}
