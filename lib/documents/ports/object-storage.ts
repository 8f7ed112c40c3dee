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
