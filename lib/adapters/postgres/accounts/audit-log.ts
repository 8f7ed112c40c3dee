import type pg from "pg";
import type {
  AuditEntry,
  AuditFilter,
  AuditLog,
  AuditPosition,
} from "@/lib/accounts/ports/audit-log";
import type { Page } from "@/lib/kernel/rules/page";
import { createQuery } from "../core/query";

const COLUMNS = `id, at, actor, address, request_id AS "requestId", action, subject, before, after, sequence`;

/** The same expression as in the index. It is the id of the person or key, or the name of a component or command. */
const WHO = "substr(actor, strpos(actor, ':') + 1)";

/** $1 and $2 are the position, $3 is the limit, and $4 is the start of the period. `which` adds the other filters. */
const listOf = (which: string) => `
SELECT ${COLUMNS} FROM audit_entry
WHERE (at, id) < ($1, $2) AND at >= $4 ${which}
ORDER BY at DESC, id DESC LIMIT $3`;

/**
 * The SQL statements of the list. The most selective filter is a range of its index; the others are checked row by row.
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
      `AND subject = $5 AND ($6::text IS NULL OR action = $6) AND ($7::text IS NULL OR ${WHO} = $7)`,
    ),
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
  { who, action, subject, from, to }: AuditFilter,
  { after, limit }: Page<AuditPosition>,
): pg.QueryConfig {
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
