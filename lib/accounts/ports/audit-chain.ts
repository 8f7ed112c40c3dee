import type { AuditColumns, AuditPlace } from "../rules/audit-text";

/** The newest entry of the chain: a copy kept elsewhere later reveals whether the end was cut off. */
export interface AuditHead {
  readonly sequence: bigint;
  readonly mac: Buffer;
}

/** The place that an entry gets. */
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
  /** Whether a committed entry is waiting for its place. Takes no lock. */
  hasUnchained(): Promise<boolean>;
  countUnchained(): Promise<number>;
  /**
   * In one transaction that never overlaps with another, in any process: assigns the next places to the oldest entries without
   * one. An entry that is committed later gets a later place, whatever its id.
   * @param link returns the places of these entries after the head, one each; null: the chain is empty
   * @returns how many
   */
  chainNext(
    countMax: number,
    link: (head: AuditHead | null, entries: readonly AuditColumns[]) => readonly AuditLink[],
  ): Promise<number>;
  /** null: nothing is chained. */
  findHead(): Promise<AuditHead | null>;
  /** By place, only those after `after`; null: from the start. */
  read(after: ChainPosition | null, limit: number): Promise<readonly ChainedEntry[]>;
}
