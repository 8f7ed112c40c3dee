import type { AuditColumns, AuditPlace } from "../rules/audit-text";

/** The newest entry of the chain: whoever keeps it elsewhere can tell later that the end was cut off. */
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

/** A place among chained entries; two may claim the same number when somebody meddled with them. */
export interface ChainPosition {
  readonly sequence: bigint;
  readonly id: string;
}

/** The chain of committed entries (decision 0056). */
export interface AuditChain {
  /** Whether a committed entry waits for its place. Takes no lock. */
  hasUnchained(): Promise<boolean>;
  countUnchained(): Promise<number>;
  /**
   * In one transaction that no second one overlaps, of whatever process: gives the oldest entries without a place the next ones.
   * An entry that is committed later gets a later place, whatever its id.
   * @param link the places of these entries behind the head, one each; null: the chain is empty
   * @returns how many
   */
  chainNext(
    countMax: number,
    link: (head: AuditHead | null, entries: readonly AuditColumns[]) => readonly AuditLink[],
  ): Promise<number>;
  /** null: nothing is chained. */
  findHead(): Promise<AuditHead | null>;
  /** By their places, only those behind `after`; null: from the beginning. */
  read(after: ChainPosition | null, limit: number): Promise<readonly ChainedEntry[]>;
}
