/** A client's promise that two creations are one: see `StagedDocumentRepository.createOnce`. */
export interface IdempotencyClaim {
  /** Whose key it is: keys of different owners never meet. */
  readonly ownerId: string;
  readonly key: string;
  /** SHA-256 of what was asked for. */
  readonly requestHash: Buffer;
  /** A claim made at or before that time is over; this one takes its place. */
  readonly expiredAt: Date;
}
