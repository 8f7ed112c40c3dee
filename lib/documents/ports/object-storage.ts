/** What the object store says of one object. */
export interface StoredObject {
  readonly sizeBytes: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string | null;
}

/** One object of a listing. */
export interface ListedObject {
  readonly key: string;
  /** By the store's clock. */
  readonly lastModified: Date;
}

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
   * A URL from which a browser saves the object under the given name; never shown inline. It replays nothing that the uploader
   * said about the content, whatever the store has kept.
   */
  signDownload(
    key: string,
    options: { signedAt: Date; expiresInSeconds: number; fileName: string },
  ): Promise<string>;
  /** null: there is no such object, or no bucket: who decides for good by it asks `checkReachable` afterwards. */
  head(key: string): Promise<StoredObject | null>;
  /**
   * Copies only the object with this ETag; anything else is left alone and answered `changed`. The copy has the given content
   * type and nothing else of what the uploader said about the content.
   */
  copyIfUnchanged(
    fromKey: string,
    toKey: string,
    copied: { readonly etag: string; readonly contentType: string },
  ): Promise<"copied" | "changed">;
  /** Harmless when the object does not exist. */
  remove(key: string): Promise<void>;
  /**
   * Objects below a prefix behind the key `after` ("" for the first page), ascending by key, at most `limit` (1–1000).
   * Fewer than `limit` do not mean the end, none at all do.
   */
  list(prefix: string, after: string, limit: number): Promise<readonly ListedObject[]>;
  /** Rejects when the bucket does not exist, too; tells nothing of what is in it. */
  checkReachable(): Promise<void>;
}
