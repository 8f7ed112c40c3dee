import type { Page } from "@/lib/kernel/rules/page";

/** A filter for audit entries; null means no filter. */
export interface AuditFilter {
  /** The id of a user or key, whatever role the actor had at the time, or a word such as `command`. */
  readonly who: string | null;
  readonly action: string | null;
  readonly subject: string | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive, so that consecutive periods do not overlap. */
  readonly to: Date | null;
}

/** A place in the list of entries, which is ordered by (at, id), newest first. */
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
}

/** The audit entries, for display. */
export interface AuditLog {
  /** Lists entries, newest first, starting after `after`. */
  list(filter: AuditFilter, page: Page<AuditPosition>): Promise<readonly AuditEntry[]>;
}
