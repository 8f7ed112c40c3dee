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

/** The only timers for background work; tests drive them by hand. */
export interface Timers {
  /** Returns milliseconds from a monotonic clock. */
  nowMs(): number;
  /** Runs a function once after this delay. @returns a function that cancels it and is safe to call twice */
  after(milliseconds: number, run: () => void): () => void;
}

/** Receives the failures and recoveries of background work. */
export interface Log {
  info(message: string): void;
  warn(facts: { readonly err: unknown }, message: string): void;
}

/** Encrypts secrets, so that a copy of the database does not reveal them. */
export interface SecretBox {
  /** Returns different bytes each time, even for the same secret. */
  seal(secret: string): Buffer;
  /** @throws Error if the bytes were changed or sealed with a different key */
  open(sealed: Buffer): string;
}
