import type { Author } from "./actor";

/** What a person or key may have changed. Moves of documents and their events are their own history (DESIGN 5). */
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
] as const;

/** One kind of change that the audit keeps. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * What a statement writes into the audit beside the change itself. The state before and after is added by whoever writes the
 * change, from the rows, so that nothing that happened in between is missed; secrets are never in it.
 */
export interface AuditNote {
  readonly at: Date;
  readonly author: Author;
  readonly action: AuditAction;
  /** `user:<id>`, `api-key:<id>`, `session:<id>`, `notification:<id>`, `document:<uuid>`, `asset:<identifier>`, `assets`, `document-class:<id>`, `webhook`, `processing` or `sign-in`. */
  readonly subject: string;
}
