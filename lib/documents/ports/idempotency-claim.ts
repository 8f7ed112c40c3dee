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
