import type pg from "pg";
import sql, { raw } from "sql-template-tag";
import type { DocumentEvent, DocumentTimelines } from "@/lib/documents/ports";
import type { CorrectedItem } from "@/lib/documents/rules/corrections";
import { STATUS } from "@/lib/documents/rules/status";
import { createQuery, type Parameter, statement } from "../core/query";
import { type DocumentRow, type StatusChangeRow, toDocument, toStatusChange } from "../core/rows";
import { duplicateOf } from "../core/status-move";

/** Times are text, because the statement returns JSON. */
interface ChangeRow extends Omit<StatusChangeRow, "at"> {
  readonly at: string;
  readonly note: string | null;
  readonly notification_id: string | null;
}

interface EventRow {
  readonly id: string;
  readonly kind: string;
  readonly actor: string;
  readonly at: string;
  readonly details: {
    readonly from?: unknown;
    readonly to?: unknown;
    readonly reason?: unknown;
    /** Only Stagedoor writes this part, and always in this shape. */
    readonly changes?: readonly CorrectedItem[];
  };
}

interface TimelineRow extends DocumentRow {
  readonly duplicate_name: string | null;
  readonly created_by: string;
  readonly report: { readonly actor: string; readonly at: string } | null;
  readonly changes: readonly ChangeRow[];
  readonly events: readonly EventRow[];
  readonly entry_count: number;
}

const latest = (columns: string, table: string, entriesMax: Parameter) => sql`ARRAY(
    SELECT row_to_json(latest) FROM (
      SELECT ${raw(columns)} FROM ${raw(table)} WHERE document_uuid = document.uuid
      ORDER BY ${raw(table)}.id DESC LIMIT ${entriesMax}
    ) AS latest
  )`;

const countOf = (table: string) =>
  sql`(SELECT count(*) FROM ${raw(table)} WHERE document_uuid = document.uuid)`;

/**
 * The SQL for a document's page, exported to test its query plan. Ids and sequences are text, because JSON numbers cannot
 * hold every bigint.
 */
export const TIMELINE_STATEMENT = statement<{ uuid: string; entriesMax: number }>(
  "document-timeline",
  ({ uuid, entriesMax }) => sql`
SELECT document.*,
  (SELECT name FROM staged_document WHERE uuid = document.duplicate_of) AS duplicate_name,
  (SELECT actor FROM status_change WHERE document_uuid = document.uuid ORDER BY id LIMIT 1) AS created_by,
  (SELECT row_to_json(report) FROM (
    SELECT actor, at FROM status_change
    WHERE document_uuid = document.uuid AND from_status = ${STATUS.waitingForUpload} AND to_status = ${STATUS.uploadSuccessful}
    ORDER BY id LIMIT 1
  ) AS report) AS report,
  ${latest("id::text, from_status, to_status, actor, reason, at, notify, sequence::text, note, notification_id", "status_change", entriesMax)} AS changes,
  ${latest("id::text, kind, actor, at, details", "document_event", entriesMax)} AS events,
  (${countOf("status_change")} + ${countOf("document_event")})::int AS entry_count
FROM (
  SELECT found.*, ${duplicateOf("found")} FROM staged_document AS found WHERE uuid = ${uuid}
) AS document`,
);

/** Reads a document and everything that happened to it from PostgreSQL with a single statement. */
export function createDocumentTimelines(pool: pg.Pool): DocumentTimelines {
  const query = createQuery(pool);
  return {
    async find(uuid, entriesMax) {
      const { rows } = await query<TimelineRow>(TIMELINE_STATEMENT({ uuid, entriesMax }));
      const [row] = rows;
      if (!row) return null;
      return {
        document: toDocument(row),
        duplicateName: row.duplicate_name,
        createdBy: row.created_by,
        report: row.report && { actor: row.report.actor, at: new Date(row.report.at) },
        changes: row.changes.map(toChange).reverse(),
        events: row.events.map(toEvent).reverse(),
        leftOut: row.entry_count - row.changes.length - row.events.length,
      };
    },
  };
}

const toChange = (row: ChangeRow) => ({
  ...toStatusChange({ ...row, at: new Date(row.at) }),
  note: row.note,
  notificationId: row.notification_id,
});

function toEvent({ id, kind, actor, at, details }: EventRow): DocumentEvent {
  const { from, to, reason, changes: corrected = null } = details;
  const assets = typeof from === "string" && typeof to === "string" ? { from, to } : null;
  const note = typeof reason === "string" ? reason : null;
  return { id: BigInt(id), kind, actor, at: new Date(at), assets, corrected, note };
}
