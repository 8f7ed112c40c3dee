/** A client's claim that two creations are the same: see `StagedDocumentRepository.createOnce`. */
export interface IdempotencyClaim {
  /** The owner of the key: keys of different owners are independent. */
  readonly ownerId: string;
  readonly key: string;
  /** The SHA-256 of the request. */
  readonly requestHash: Buffer;
  /** A claim made at or before that time has expired; this one replaces it. */
  readonly expiredAt: Date;
}
