/** One key that the audit is chained with. It never leaves the process. */
export interface AuditSeal {
  /** Names the key and says nothing else about it. */
  readonly keyId: string;
  /** The MAC of a text behind the entry with the previous MAC; null: it is the first one. */
  mac(previous: Uint8Array | null, text: string): Buffer;
}

/** The keys of the audit's chain; they are outside the database. */
export interface AuditSeals {
  /** What new entries are chained with. */
  readonly current: AuditSeal;
  /** What follows from another encryption key of 32 bytes, such as the one before it was changed. */
  of(encryptionKey: Buffer): AuditSeal;
}
