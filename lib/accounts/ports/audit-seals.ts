/** A key for the MACs of the audit chain. It never leaves the process. */
export interface AuditSeal {
  /** Identifies the key and reveals nothing else about it. */
  readonly keyId: string;
  /** Computes the MAC of `text` together with the MAC of the previous entry, which is null for the first entry. */
  mac(previous: Uint8Array | null, text: string): Buffer;
}

/** The keys for the MACs of the audit chain; they are kept outside the database. */
export interface AuditSeals {
  /** The key for new entries. */
  readonly current: AuditSeal;
  /** Derives a key from the given 32-byte encryption key, such as a previous one. */
  of(encryptionKey: Buffer): AuditSeal;
}
