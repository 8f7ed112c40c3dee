import type pg from "pg";
import type { AuditEntry, AuditFilter, AuditLog, AuditPosition } from "@/lib/accounts/ports";
import type { Page } from "@/lib/kernel/rules/page";
import { containsText, patternOf } from "../core/contains-text";
import { createQuery } from "../core/query";

const COLUMNS = `id, at, actor, address, request_id AS "requestId", action, subject, before, after, sequence,
  (SELECT count(*)::int FROM audit_row WHERE entry_id = audit_entry.id) AS "rowCount"`;

/** The same expression as in the index. It is the id of the person or key, or the name of a component or command. */
const WHO = "substr(actor, strpos(actor, ':') + 1)";

/** $1 and $2 are the position, $3 is the limit, and $4 is the start of the period. `which` adds the other filters. */
const listOf = (which: string) => `
SELECT ${COLUMNS} FROM audit_entry
WHERE (at, id) < ($1, $2) AND at >= $4 ${which}
ORDER BY at DESC, id DESC LIMIT $3`;

/**
 * The SQL statements of the list. The most selective filter is a range of its index; the others are checked row by row. A
 * part of a subject has no index: the list reads entries, newest first, and the rows of each, until the page is full.
 * PostgreSQL would read all rows for each page if the subquery were IN or EXISTS, and might read them in full for one entry
 * if it had a LIMIT.
 */
const AUDIT_LOG_STATEMENTS = {
  all: { name: "audit-list", text: listOf("") },
  withAction: { name: "audit-list-action", text: listOf("AND action = $5") },
  ofWho: {
    name: "audit-list-who",
    text: listOf(`AND ${WHO} = $5 AND ($6::text IS NULL OR action = $6)`),
  },
  ofSubject: {
    name: "audit-list-subject",
    text: listOf(
      `AND (${containsText("subject", "$5")} OR CASE WHEN after ? 'rowsDigest' THEN (
    SELECT bool_or(${containsText("audit_row.subject", "$5")}) FROM audit_row WHERE entry_id = audit_entry.id) END)
  AND ($6::text IS NULL OR action = $6) AND ($7::text IS NULL OR ${WHO} = $7)`,
    ),
  },
  /** $1 is the entry, $2 the last row of the previous page, $3 the limit; the others are the filters. */
  rows: {
    name: "audit-list-rows",
    text: `
SELECT audit_row.id, at, actor, address, request_id AS "requestId", action, audit_row.subject, audit_row.before, audit_row.after,
  sequence, 0 AS "rowCount"
FROM audit_row JOIN audit_entry ON audit_entry.id = entry_id
WHERE entry_id = $1 AND audit_row.id > $2
  AND ($4::text IS NULL OR ${containsText("audit_row.subject", "$4")})
  AND ($5::text IS NULL OR action = $5) AND ($6::text IS NULL OR ${WHO} = $6)
  AND at >= $7 AND at < $8
ORDER BY audit_row.id LIMIT $3`,
  },
} as const;

interface EntryRow extends Omit<AuditEntry, "id" | "sequence"> {
  readonly id: string;
  readonly sequence: string | null;
}

/** Lists audit entries from PostgreSQL. */
export function createAuditLog(pool: pg.Pool): AuditLog {
  const query = createQuery(pool);
  return {
    list: async (filter, page) =>
      (await query<EntryRow & pg.QueryResultRow>(auditListQuery(filter, page))).rows.map(toEntry),
  };
}

/** Returns the statement for these filters with its values. The filter `to` only sets the first position. */
export function auditListQuery(
  { who, action, subject: part, rowsOf, from, to }: AuditFilter,
  { after, limit }: Page<AuditPosition>,
): pg.QueryConfig {
  const subject = part === null ? null : patternOf(part);
  if (rowsOf !== null) {
    const page = [String(rowsOf), String(after?.id ?? 0), limit];
    const period = [from ?? "-infinity", to ?? "infinity"];
    return { ...AUDIT_LOG_STATEMENTS.rows, values: [...page, subject, action, who, ...period] };
  }
  const position = after ? [after.at, String(after.id)] : [to ?? "infinity", "0"];
  const page = [...position, limit, from ?? "-infinity"];
  if (subject !== null) {
    return { ...AUDIT_LOG_STATEMENTS.ofSubject, values: [...page, subject, action, who] };
  }
  if (who !== null) return { ...AUDIT_LOG_STATEMENTS.ofWho, values: [...page, who, action] };
  if (action !== null) return { ...AUDIT_LOG_STATEMENTS.withAction, values: [...page, action] };
  return { ...AUDIT_LOG_STATEMENTS.all, values: page };
}

const toEntry = ({ id, sequence, ...row }: EntryRow): AuditEntry => ({
  ...row,
  id: BigInt(id),
  sequence: sequence === null ? null : BigInt(sequence),
});
