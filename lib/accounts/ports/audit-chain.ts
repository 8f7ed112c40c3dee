import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { AuditColumns, AuditPlace, AuditRowColumns } from "../rules/audit-text";
import type { AuditHead } from "../rules/sealed-head";

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

/** The chain in a transaction that holds the chaining lock. */
export interface HeldChain {
  /** Returns the newest chained entry; null if there is none. */
  findHead(): Promise<AuditHead | null>;
  /** Returns the MAC of the entry with this number; null if there is no such entry. */
  findMac(sequence: bigint): Promise<Buffer | null>;
  /**
   * Assigns the next places to the oldest entries that have no place yet. An entry that is committed later gets a later
   * place, whatever its id.
   * @param link returns one place per entry, starting after the head; the head is null if the chain is empty
   * @returns how many entries were chained
   */
  chainNext(
    countMax: number,
    link: (head: AuditHead | null, entries: readonly AuditColumns[]) => readonly AuditLink[],
  ): Promise<number>;
  /** Writes an entry about the chain itself. Like any other entry, it has no place until it is chained. */
  write(
    note: AuditNote,
    states: { readonly before: unknown; readonly after: unknown },
  ): Promise<void>;
}

/** The chain of committed entries (decision 0056). */
export interface AuditChain {
  /** Returns the newest chained entry, and whether a committed entry is still waiting for its place. Takes no lock. */
  look(): Promise<{ readonly isUnchained: boolean; readonly head: AuditHead | null }>;
  countUnchained(): Promise<number>;
  /**
   * Runs the work in a transaction on one connection that holds the chaining lock until it commits. No two of these
   * transactions ever overlap, even in different processes. The work may pause for at most 4 s between two calls.
   */
  hold<T>(work: (held: HeldChain) => Promise<T>): Promise<T>;
  /** Returns the newest chained entry; null if there is none. */
  findHead(): Promise<AuditHead | null>;
  /** Reads the entries by place, from the one after `after`; null starts at the beginning. */
  read(after: ChainPosition | null, limit: number): Promise<readonly ChainedEntry[]>;
  /** Returns which of these entries have rows, by id. */
  findWithRows(ids: readonly string[]): Promise<readonly string[]>;
  /** Reads the rows of an entry in the order in which they were written, from the one after `after`; null starts at the first. */
  readRows(
    entryId: string,
    after: string | null,
    limit: number,
  ): Promise<readonly (AuditRowColumns & { readonly id: string })[]>;
}

/**
 * The sealed head, an object outside of the database (decision 0072). Only whoever holds the chaining lock may replace it,
 * after reading it. Both calls end within 2 s.
 */
export interface SealedHeads {
  /** Returns the content; null if there is none. @throws any error from the object store */
  read(): Promise<string | null>;
  /**
   * Replaces the content and removes the earlier versions that the store kept.
   * @returns why the earlier versions could not be removed after the content was replaced; null if they were
   * @throws any error from the object store; the content may not have been replaced
   */
  replace(content: string): Promise<{ readonly cause: unknown } | null>;
}
