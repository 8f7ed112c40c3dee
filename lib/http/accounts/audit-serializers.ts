import type { AuditPosition } from "@/lib/accounts/ports/audit-log";
import type { NamedEntry } from "@/lib/accounts/use-cases/audit/list-audit";
import { writeAuditCursor } from "./audit-cursor";

/** An audit entry as the audit page shows it. */
export type AuditEntryView = ReturnType<typeof renderAuditEntry>;

/** Returns a page of the audit log. */
export const renderAuditPage = (page: {
  readonly items: readonly NamedEntry[];
  readonly nextAfter: AuditPosition | null;
}) => ({
  items: page.items.map(renderAuditEntry),
  nextCursor: page.nextAfter && writeAuditCursor(page.nextAfter),
});

const renderAuditEntry = ({ id, at, sequence, ...entry }: NamedEntry) => ({
  ...entry,
  id: String(id),
  at: at.toISOString(),
  sequence: sequence === null ? null : String(sequence),
});
