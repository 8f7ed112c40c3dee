import type { Author } from "./actor";

/**
 * The changes by people and keys that the audit log records. Moves and events of documents have their own history
 * (decision 0056).
 */
export const AUDIT_ACTIONS = [
  "user-created",
  "user-invited",
  "user-renamed",
  "user-role-changed",
  "user-deactivated",
  "user-reactivated",
  "password-changed",
  "password-reset-link-created",
  "password-set-by-link",
  "sessions-ended",
  "second-factor-added",
  "second-factor-removed",
  "recovery-codes-created",
  "recovery-code-used",
  "identity-linked",
  "sign-in-unlocked",
  "api-key-created",
  "api-key-rotated",
  "api-key-revoked",
  "webhook-url-changed",
  "webhook-secret-rotated",
  "webhook-tested",
  "notification-resent",
  "notifications-resent",
  "asset-created",
  "asset-changed",
  "asset-archived",
  "asset-restored",
  "assets-imported",
  "document-class-changed",
  "processing-backlog-started",
  "document-content-erased",
  "bulk-work-started",
  "audit-head-accepted",
] as const;

/** A kind of change that the audit log records. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * The data that a statement writes into the audit log together with the change. The statement itself adds the state before
 * and after from the rows, so that it misses nothing that happened in between; secrets are never included.
 */
export interface AuditNote {
  readonly at: Date;
  readonly author: Author;
  readonly action: AuditAction;
  /** `user:<id>`, `api-key:<id>`, `session:<id>`, `notification:<id>`, `document:<uuid>`, `asset:<identifier>`, `assets`, `document-class:<id>`, `webhook`, `processing`, `bulk-work:<id>`, `sign-in` or `audit`. */
  readonly subject: string;
}
