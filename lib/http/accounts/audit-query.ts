import { z } from "zod";
import type { AuditPosition } from "@/lib/accounts/ports";
import { AUDIT_EXPORT_FORMATS } from "@/lib/accounts/rules/audit";
import type { NamedEntry } from "@/lib/accounts/use-cases/audit-log";
import { AUDIT_ACTIONS } from "@/lib/kernel/rules/audit";
import { object } from "../core/schemas";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Allows empty fields, because forms submit them too. */
const text = z
  .string()
  .max(600)
  .transform((value) => value.trim() || null)
  .nullable()
  .default(null);

const day = (later: number) =>
  z
    .literal("")
    .transform(() => null)
    .or(
      z.iso
        .date("must be a date such as 2026-03-01")
        .transform((value) => new Date(Date.parse(`${value}T00:00:00.000Z`) + later)),
    )
    .nullable()
    .default(null);

const action = z
  .literal("")
  .transform(() => null)
  .or(z.enum(AUDIT_ACTIONS, "is not an audit action"))
  .nullable()
  .default(null);

const filters = {
  who: text,
  action,
  subject: text,
  rowsOf: z
    .literal("")
    .transform(() => null)
    .or(
      z
        .string()
        .regex(/^\d{1,18}$/, "must be the id of an entry")
        .transform((value) => BigInt(value)),
    )
    .nullable()
    .default(null),
  from: day(0),
  /** Includes the whole last day, in UTC. */
  to: day(DAY_MS),
};

/** The query for the audit page. */
export const auditPageQuery = object({ ...filters, cursor: z.string().optional() });

/** The query for an audit export. */
export const auditExportQuery = object({ ...filters, format: z.enum(AUDIT_EXPORT_FORMATS) });

/**
 * Returns the cursor of the audit log after an entry. The cursor is not a secret: it is only a position in a list that
 * its reader may read anyway.
 */
const writeAuditCursor = ({ at, id }: AuditPosition) => `${at.getTime()}-${id}`;

/**
 * Returns the position of a cursor. Returns null if the cursor is invalid, and the list then starts with the newest
 * entry.
 */
export function readAuditCursor(cursor: string | undefined): AuditPosition | null {
  const [, time, id] = /^(\d{1,15})-(\d{1,18})$/.exec(cursor ?? "") ?? [];
  if (time === undefined || id === undefined) return null;
  return { at: new Date(Number(time)), id: BigInt(id) };
}

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
