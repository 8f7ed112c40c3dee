/** One key that the audit is chained with. It never leaves the process. */
export interface AuditSeal {
  /** Names the key and says nothing else about it. */
  readonly keyId: string;
  /** The MAC of a text after the entry with the previous MAC; null: it is the first one. */
  mac(previous: Uint8Array | null, text: string): Buffer;
}

/** The keys of the audit's chain; they are outside the database. */
export interface AuditSeals {
  /** The key for new entries. */
  readonly current: AuditSeal;
  /** The key derived from another 32-byte encryption key, such as a previous one. */
  of(encryptionKey: Buffer): AuditSeal;
}
