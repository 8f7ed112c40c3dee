/** One version of one object. */
export interface ObjectVersion {
  readonly key: string;
  /** null: the store keeps no versions of it, so it is whatever is stored under the key now. */
  readonly versionId: string | null;
}

/** What the object store reports about one object. */
export interface StoredObject {
  /** Identifies exactly these bytes until they are removed; null when the store keeps no versions of them. */
  readonly versionId: string | null;
  readonly sizeBytes: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string | null;
}

/** One version in a listing; it may be a delete marker, which is removed like any other version. */
export interface ListedObject extends ObjectVersion {
  /** By the store's clock. */
  readonly lastModified: Date;
}

/** Where a listing continues. A null version: after all versions of the key, which need not exist. */
export type ListPosition = ObjectVersion;

/**
 * An S3 bucket. Every method that calls the store rejects with `object-store-unavailable` when it does not respond, and
 * all but `head` reject when the bucket does not exist.
 */
export interface ObjectStorage {
  /** A URL to which anybody can PUT raw bytes until then, without any other header. */
  signUpload(
    key: string,
    options: {
      signedAt: Date;
      expiresInSeconds: number;
      /** The exact number of bytes to accept; null: any number. */
      sizeBytes: number | null;
    },
  ): Promise<string>;
  /**
   * A URL from which a browser saves this version under the given name; never shown inline. It repeats nothing that the uploader
   * declared about the content, whatever the store has recorded.
   */
  signDownload(
    version: ObjectVersion,
    options: { signedAt: Date; expiresInSeconds: number; fileName: string },
  ): Promise<string>;
  /** The newest version. null: there is no such object, or no bucket: before a permanent decision, also call `checkReachable`. */
  head(key: string): Promise<StoredObject | null>;
  /**
   * The bytes of this version, from its beginning, as they arrive. null: there is no such object. Rejects during reading if the
   * store becomes unavailable; to stop reading ends the transfer.
   */
  read(version: ObjectVersion): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Copies only the object with this ETag; otherwise nothing is copied and the result is `changed`. The copy has the given
   * content type and no other metadata from the uploader.
   */
  copyIfUnchanged(
    fromKey: string,
    toKey: string,
    copied: { readonly etag: string; readonly contentType: string },
  ): Promise<"copied" | "changed">;
  /** Removes this version and no other, permanently; harmless when it does not exist. */
  remove(version: ObjectVersion): Promise<void>;
  /**
   * Removes every version of the key, permanently; harmless when there is none. A version uploaded in the meantime may
   * remain.
   */
  removeAll(key: string): Promise<void>;
  /**
   * Versions below a prefix after a position, ascending by key, at most `limit` (2–1000). Only `next` being null marks
   * the last page: any page may be shorter than `limit`, even empty.
   */
  list(
    prefix: string,
    after: ListPosition,
    limit: number,
  ): Promise<{ readonly objects: readonly ListedObject[]; readonly next: ListPosition | null }>;
  /** Also rejects when the bucket does not exist; says nothing about its contents. */
  checkReachable(): Promise<void>;
}
