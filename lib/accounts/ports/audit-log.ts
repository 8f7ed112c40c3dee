import type { Page } from "@/lib/kernel/rules/page";

/** The filter for audit entries; null does not filter. */
export interface AuditFilter {
  /** The id of a user or key, whatever their role was, or a word such as `command`. */
  readonly who: string | null;
  readonly action: string | null;
  readonly subject: string | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive, so that periods can follow each other. */
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
  /** One of `AUDIT_ACTIONS`, or what a newer version wrote. */
  readonly action: string;
  readonly subject: string;
  /** JSON, or null where there is nothing to say. */
  readonly before: unknown;
  readonly after: unknown;
  /** Its place in the chain; null: not chained yet. */
  readonly sequence: bigint | null;
}

/** The audit entries, for display. */
export interface AuditLog {
  /** Newest first, only rows after `after`. */
  list(filter: AuditFilter, page: Page<AuditPosition>): Promise<readonly AuditEntry[]>;
}
