import type pg from "pg";
import sql, { empty, type Sql } from "sql-template-tag";
import type { AuditEntry, AuditFilter, AuditLog, AuditPosition } from "@/lib/accounts/ports";
import type { Page } from "@/lib/kernel/rules/page";
import { containsText, patternOf } from "../core/contains-text";
import { createQuery, type Parameter, type Places, type Statement, statement } from "../core/query";

const COLUMNS = sql`id, at, actor, address, request_id AS "requestId", action, subject, before, after, sequence,
  (SELECT count(*)::int FROM audit_row WHERE entry_id = audit_entry.id) AS "rowCount"`;

/** The same expression as in the index. It is the id of the person or key, or the name of a component or command. */
const WHO = sql`substr(actor, strpos(actor, ':') + 1)`;

/** The values of a page of entries. */
interface PageValues {
  /** The position after which the page starts. */
  readonly afterAt: Date | string;
  readonly afterId: string;
  readonly limit: number;
  readonly from: Date | string;
}

/** @param which the other filters, beginning with AND */
const listOf = ({ afterAt, afterId, limit, from }: Places<PageValues>, which: Sql) => sql`
SELECT ${COLUMNS} FROM audit_entry
WHERE (at, id) < (${afterAt}, ${afterId}) AND at >= ${from} ${which}
ORDER BY at DESC, id DESC LIMIT ${limit}`;

/** Conditions that hold for each row if the filter is null. */
const hasAction = (action: Parameter) => sql`(${action}::text IS NULL OR action = ${action})`;
const isBy = (who: Parameter) => sql`(${who}::text IS NULL OR ${WHO} = ${who})`;

/** The values of the most selective filter and those that are checked row by row. */
interface WhoValues extends PageValues {
  readonly who: string;
  readonly action: string | null;
}

interface SubjectValues extends PageValues {
  /** The pattern of a part of the subject. */
  readonly subject: string;
  readonly who: string | null;
  readonly action: string | null;
}

interface RowValues {
  readonly entryId: string;
  /** The last row of the previous page. */
  readonly afterId: string;
  readonly limit: number;
  readonly subject: string | null;
  readonly who: string | null;
  readonly action: string | null;
  readonly from: Date | string;
  readonly to: Date | string;
}

/**
 * The SQL statements of the list. The most selective filter is a range of its index; the others are checked row by row. A
 * part of a subject has no index: the list reads entries, newest first, and the rows of each, until the page is full.
 * PostgreSQL would read all rows for each page if the subquery were IN or EXISTS, and might read them in full for one entry
 * if it had a LIMIT.
 */
const AUDIT_LOG_STATEMENTS = {
  all: statement<PageValues>("audit-list", (page) => listOf(page, empty)),
  withAction: statement<PageValues & { action: string }>("audit-list-action", (page) =>
    listOf(page, sql`AND action = ${page.action}`),
  ),
  ofWho: statement<WhoValues>("audit-list-who", (page) =>
    listOf(page, sql`AND ${WHO} = ${page.who} AND ${hasAction(page.action)}`),
  ),
  ofSubject: statement<SubjectValues>("audit-list-subject", (page) =>
    listOf(
      page,
      sql`AND (${containsText("subject", page.subject)} OR CASE WHEN after ? 'rowsDigest' THEN (
    SELECT bool_or(${containsText("audit_row.subject", page.subject)}) FROM audit_row WHERE entry_id = audit_entry.id) END)
  AND ${hasAction(page.action)} AND ${isBy(page.who)}`,
    ),
  ),
  rows: statement<RowValues>(
    "audit-list-rows",
    ({ entryId, afterId, limit, subject, who, action, from, to }) => sql`
SELECT audit_row.id, at, actor, address, request_id AS "requestId", action, audit_row.subject, audit_row.before, audit_row.after,
  sequence, 0 AS "rowCount"
FROM audit_row JOIN audit_entry ON audit_entry.id = entry_id
WHERE entry_id = ${entryId} AND audit_row.id > ${afterId}
  AND (${subject}::text IS NULL OR ${containsText("audit_row.subject", subject)})
  AND ${hasAction(action)} AND ${isBy(who)}
  AND at >= ${from} AND at < ${to}
ORDER BY audit_row.id LIMIT ${limit}`,
  ),
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
): Statement {
  const subject = part === null ? null : patternOf(part);
  if (rowsOf !== null) {
    return AUDIT_LOG_STATEMENTS.rows({
      entryId: String(rowsOf),
      afterId: String(after?.id ?? 0),
      limit,
      subject,
      who,
      action,
      from: from ?? "-infinity",
      to: to ?? "infinity",
    });
  }
  const page = {
    afterAt: after?.at ?? to ?? "infinity",
    afterId: String(after?.id ?? 0),
    limit,
    from: from ?? "-infinity",
  };
  if (subject !== null) return AUDIT_LOG_STATEMENTS.ofSubject({ ...page, subject, who, action });
  if (who !== null) return AUDIT_LOG_STATEMENTS.ofWho({ ...page, who, action });
  if (action !== null) return AUDIT_LOG_STATEMENTS.withAction({ ...page, action });
  return AUDIT_LOG_STATEMENTS.all(page);
}

const toEntry = ({ id, sequence, ...row }: EntryRow): AuditEntry => ({
  ...row,
  id: BigInt(id),
  sequence: sequence === null ? null : BigInt(sequence),
});
