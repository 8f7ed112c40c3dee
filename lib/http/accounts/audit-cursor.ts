import type { AuditPosition } from "@/lib/accounts/ports/audit-log";

/**
 * Returns the cursor of the audit log after an entry. The cursor is not a secret: it is only a position in a list that
 * its reader may read anyway.
 */
export const writeAuditCursor = ({ at, id }: AuditPosition) => `${at.getTime()}-${id}`;

/**
 * Returns the position of a cursor. Returns null if the cursor is invalid, and the list then starts with the newest
 * entry.
 */
export function readAuditCursor(cursor: string | undefined): AuditPosition | null {
  const [, time, id] = /^(\d{1,15})-(\d{1,18})$/.exec(cursor ?? "") ?? [];
  if (time === undefined || id === undefined) return null;
  return { at: new Date(Number(time)), id: BigInt(id) };
}
