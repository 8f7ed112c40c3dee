import type pg from "pg";
import sql, { raw } from "sql-template-tag";
import type { ContentErasures, PendingRemoval } from "@/lib/documents/ports";
import { ERASABLE_STATUSES } from "@/lib/documents/rules/status";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, NIL_UUID, statement } from "../core/query";

const ERASABLE = raw(ERASABLE_STATUSES.join(", "));

/** The SQL statements for erasures that a user requests. */
const ERASURE_STATEMENTS = {
  /** The trigger `erase_content` removes the extracted text and values (decision 0049). */
  mark: statement<{
    uuid: string;
    at: Date;
    actor: string;
    requestId: string | null;
    reason: string | null;
    note: string;
  }>("content-erasure-mark", ({ uuid, at, actor, requestId, reason, note }) => {
    const details = sql`CASE WHEN ${reason}::text IS NULL THEN '{}' ELSE jsonb_build_object('reason', ${reason}::text) END`;
    return sql`
WITH erased AS (
  UPDATE staged_document SET file_erased_at = ${at}
  WHERE uuid = ${uuid} AND status IN (${ERASABLE}) AND file_erased_at IS NULL
  RETURNING uuid, status, name, file_size, file_sha256
), due AS (
  INSERT INTO content_removal (document_uuid, requested_at) SELECT uuid, ${at} FROM erased
), event AS (
  INSERT INTO document_event (document_uuid, kind, actor, at, request_id, details)
  SELECT uuid, 'content-erased', ${actor}, ${at}, ${requestId}, ${details} FROM erased
), audited AS (${auditStatement({
      note,
      changed: "erased",
      before: sql`jsonb_build_object('status', erased.status, 'name', erased.name, 'size', erased.file_size, 'sha256', erased.file_sha256)`,
      after: details,
    })}
)
SELECT uuid FROM erased`;
  }),
  listPending: statement<{ at: Date; uuid: string; limit: number }>(
    "content-erasure-pending",
    ({ at, uuid, limit }) => sql`
SELECT removal.document_uuid AS uuid, removal.requested_at AS at,
       document.file_object_key AS "objectKey", document.file_version_id AS "versionId"
FROM content_removal AS removal JOIN staged_document AS document ON document.uuid = removal.document_uuid
WHERE (removal.requested_at, removal.document_uuid) > (${at}, ${uuid})
ORDER BY removal.requested_at, removal.document_uuid
LIMIT ${limit}`,
  ),
  settle: statement<{ uuid: string }>(
    "content-erasure-settle",
    ({ uuid }) => sql`DELETE FROM content_removal WHERE document_uuid = ${uuid}`,
  ),
};

/** Stores the erasures that users request in PostgreSQL. */
export function createContentErasures(pool: pg.Pool): ContentErasures {
  const query = createQuery(pool);
  return {
    async mark({ uuid, reason, note }) {
      const { actor, requestId = null } = note.author;
      const values = { uuid, at: note.at, actor, requestId, reason, note: auditParameter(note) };
      return (await query(ERASURE_STATEMENTS.mark(values))).rows.length > 0;
    },
    async listPending(after, limit) {
      const { at, uuid } = after ?? { at: new Date(0), uuid: NIL_UUID };
      return (await query<PendingRemoval>(ERASURE_STATEMENTS.listPending({ at, uuid, limit })))
        .rows;
    },
    settle: async (uuid) => void (await query(ERASURE_STATEMENTS.settle({ uuid }))),
  };
}
