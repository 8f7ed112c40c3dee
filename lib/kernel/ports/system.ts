/** The only source of time. */
export interface Clock {
  now(): Date;
}

/** The only source of identifiers. */
export interface Ids {
  /** Returns a version 7 UUID in lower case. */
  uuid(): string;
}

/** The only source of unpredictable randomness. */
export interface Randomness {
  bytes(count: number): Buffer;
}
