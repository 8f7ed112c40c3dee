/** The embedded parts of `npm start` that store files on this machine. */
export type EmbeddedPart = "database" | "objectStore";

/** The disks of the embedded parts. */
export interface DiskSpace {
  /** Returns null for a part that runs elsewhere, or if the system does not report its free space. */
  freeBytes(part: EmbeddedPart): Promise<number | null>;
}
