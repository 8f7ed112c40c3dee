/** The parts that `npm start` may bring along, with their files on this machine. */
export type EmbeddedPart = "database" | "objectStore";

/** The disks of the embedded parts. */
export interface DiskSpace {
  /** Null for a part that runs elsewhere, and when the system does not tell. */
  freeBytes(part: EmbeddedPart): Promise<number | null>;
}
