import type { Page } from "@/lib/kernel/rules/page";

/** A filter for audit entries; null means no filter. */
export interface AuditFilter {
  /** The id of a user or key, whatever role the actor had at the time, or a word such as `command`. */
  readonly who: string | null;
  readonly action: string | null;
  /** Part of the subject of the entry or of one of its rows, ignoring case; % and _ are literal. */
  readonly subject: string | null;
  /** The id of an entry, to list its rows instead of entries. */
  readonly rowsOf: bigint | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive, so that consecutive periods do not overlap. */
  readonly to: Date | null;
}

/** A place in the list of entries, which is ordered by (at, id), newest first. Rows of an entry are ordered by id. */
export interface AuditPosition {
  readonly at: Date;
  readonly id: bigint;
}

/** One entry as it was written. */
export interface AuditEntry extends AuditPosition {
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string | null;
  /** One of `AUDIT_ACTIONS`, or an action that a newer version wrote. */
  readonly action: string;
  readonly subject: string;
  /** JSON, or null if there is nothing to record. */
  readonly before: unknown;
  readonly after: unknown;
  /** The entry's place in the chain; null if it has not been chained yet. */
  readonly sequence: bigint | null;
  /** How many rows the entry changed, if they are listed separately; otherwise 0. */
  readonly rowCount: number;
}

/** The audit entries, for display. */
export interface AuditLog {
  /**
   * Lists entries, newest first, starting after `after`; or the rows of one entry, each with its own id, subject and
   * states and everything else from the entry.
   */
  list(filter: AuditFilter, page: Page<AuditPosition>): Promise<readonly AuditEntry[]>;
}
