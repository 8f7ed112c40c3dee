import type { AuditColumns, AuditPlace } from "../rules/audit-text";

/**
 * The newest entry of the chain. Comparing it with a copy kept elsewhere shows whether entries at the end were removed.
 */
export interface AuditHead {
  readonly sequence: bigint;
  readonly mac: Buffer;
}

/** The place in the chain that is assigned to an entry. */
export interface AuditLink extends AuditHead, AuditPlace {}

/** An entry with its place in the chain. */
export interface ChainedEntry extends AuditLink {
  readonly columns: AuditColumns;
}

/** A place among chained entries; after tampering, two entries may claim the same number. */
export interface ChainPosition {
  readonly sequence: bigint;
  readonly id: string;
}

/** The chain of committed entries (decision 0056). */
export interface AuditChain {
  /** Returns whether a committed entry is still waiting for its place in the chain. Takes no lock. */
  hasUnchained(): Promise<boolean>;
  countUnchained(): Promise<number>;
  /**
   * Assigns the next places to the oldest entries that have no place yet. No two of these transactions ever overlap, even
   * in different processes. An entry that is committed later gets a later place, whatever its id.
   * @param link returns one place per entry, starting after the head; the head is null if the chain is empty
   * @returns how many entries were chained
   */
  chainNext(
    countMax: number,
    link: (head: AuditHead | null, entries: readonly AuditColumns[]) => readonly AuditLink[],
  ): Promise<number>;
  /** Returns the newest chained entry; null if there is none. */
  findHead(): Promise<AuditHead | null>;
  /** Reads the entries by place, from the one after `after`; null starts at the beginning. */
  read(after: ChainPosition | null, limit: number): Promise<readonly ChainedEntry[]>;
}
