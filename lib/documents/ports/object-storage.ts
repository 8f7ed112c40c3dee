/** One version of one object. */
export interface ObjectVersion {
  readonly key: string;
  /** null: the store keeps no versions of it, so it is whatever is stored under the key now. */
  readonly versionId: string | null;
}

/** What the object store says of one object. */
export interface StoredObject {
  /** Names these very bytes until they are removed; null when the store keeps no versions of them. */
  readonly versionId: string | null;
  readonly sizeBytes: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string | null;
}

/** One version of a listing; it may be a mark that only hides its key, which is removed like any other. */
export interface ListedObject extends ObjectVersion {
  /** By the store's clock. */
  readonly lastModified: Date;
}

/** Where a listing goes on. null as version: behind all versions of the key, which need not exist. */
export type ListPosition = ObjectVersion;

/**
 * An S3 bucket. Every method that asks the store rejects with `object-store-unavailable` when it does not answer, and all
 * but `head` reject when there is no such bucket.
 */
export interface ObjectStorage {
  /** A URL to which anybody may PUT raw bytes until then, no other header needed. */
  signUpload(
    key: string,
    options: {
      signedAt: Date;
      expiresInSeconds: number;
      /** Then only exactly so many bytes are taken; null: as many as somebody sends. */
      sizeBytes: number | null;
    },
  ): Promise<string>;
  /**
   * A URL from which a browser saves this version under the given name; never shown inline. It replays nothing that the uploader
   * said about the content, whatever the store has kept.
   */
  signDownload(
    version: ObjectVersion,
    options: { signedAt: Date; expiresInSeconds: number; fileName: string },
  ): Promise<string>;
  /**
   * The newest version. null: there is no such object, or no bucket: who decides permanently by it asks `checkReachable` afterwards.
   */
  head(key: string): Promise<StoredObject | null>;
  /**
   * The bytes of this version, from its beginning, as they arrive. null: there is no such object. Rejects later, while they are
   * read, when the store goes away; who stops reading ends the transfer.
   */
  read(version: ObjectVersion): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Copies only the object with this ETag; anything else is left alone and answered `changed`. The copy has the given content
   * type and nothing else of what the uploader said about the content.
   */
  copyIfUnchanged(
    fromKey: string,
    toKey: string,
    copied: { readonly etag: string; readonly contentType: string },
  ): Promise<"copied" | "changed">;
  /** Removes this version and no other, permanently; harmless when it does not exist. */
  remove(version: ObjectVersion): Promise<void>;
  /**
   * Removes every version of the key, permanently; harmless when there is none. One that is uploaded meanwhile may stay.
   */
  removeAll(key: string): Promise<void>;
  /**
   * Versions below a prefix behind a position, ascending by key, at most `limit` (2–1000). `next` is null after the last
   * page, and no other page tells that it is the last: it may be shorter than `limit`, even empty.
   */
  list(
    prefix: string,
    after: ListPosition,
    limit: number,
  ): Promise<{ readonly objects: readonly ListedObject[]; readonly next: ListPosition | null }>;
  /** Rejects when the bucket does not exist, too; tells nothing of what is in it. */
  checkReachable(): Promise<void>;
}
