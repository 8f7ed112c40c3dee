import type pg from "pg";
import type { ContentErasures, PendingRemoval } from "@/lib/documents/ports";
import { ERASABLE_STATUSES } from "@/lib/documents/rules/status";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, NIL_UUID } from "../core/query";

/** The SQL statements for erasures that a user requests. */
const ERASURE_STATEMENTS = {
  /** The trigger `erase_content` removes the extracted text and values (decision 0049). */
  mark: {
    name: "content-erasure-mark",
    text: `
WITH erased AS (
  UPDATE staged_document SET file_erased_at = $2
  WHERE uuid = $1 AND status IN (${ERASABLE_STATUSES.join(", ")}) AND file_erased_at IS NULL
  RETURNING uuid, status, name, file_size, file_sha256
), due AS (
  INSERT INTO content_removal (document_uuid, requested_at) SELECT uuid, $2 FROM erased
), event AS (
  INSERT INTO document_event (document_uuid, kind, actor, at, request_id, details)
  SELECT uuid, 'content-erased', $3, $2, $4, CASE WHEN $5::text IS NULL THEN '{}' ELSE jsonb_build_object('reason', $5::text) END
  FROM erased
), audited AS (${auditStatement({
      note: "$6",
      changed: "erased",
      before: `jsonb_build_object('status', erased.status, 'name', erased.name, 'size', erased.file_size, 'sha256', erased.file_sha256)`,
      after: "CASE WHEN $5::text IS NULL THEN '{}' ELSE jsonb_build_object('reason', $5::text) END",
    })}
)
SELECT uuid FROM erased`,
  },
  listPending: {
    name: "content-erasure-pending",
    text: `
SELECT removal.document_uuid AS uuid, removal.requested_at AS at,
       document.file_object_key AS "objectKey", document.file_version_id AS "versionId"
FROM content_removal AS removal JOIN staged_document AS document ON document.uuid = removal.document_uuid
WHERE (removal.requested_at, removal.document_uuid) > ($1, $2)
ORDER BY removal.requested_at, removal.document_uuid
LIMIT $3`,
  },
  settle: {
    name: "content-erasure-settle",
    text: "DELETE FROM content_removal WHERE document_uuid = $1",
  },
};

/** Stores the erasures that users request in PostgreSQL. */
export function createContentErasures(pool: pg.Pool): ContentErasures {
  const query = createQuery(pool);
  return {
    async mark({ uuid, reason, note }) {
      const { actor, requestId } = note.author;
      const values = [uuid, note.at, actor, requestId ?? null, reason, auditParameter(note)];
      return (await query(ERASURE_STATEMENTS.mark, values)).rows.length > 0;
    },
    async listPending(after, limit) {
      const { at, uuid } = after ?? { at: new Date(0), uuid: NIL_UUID };
      const { listPending } = ERASURE_STATEMENTS;
      return (await query<PendingRemoval>(listPending, [at, uuid, limit])).rows;
    },
    settle: async (uuid) => void (await query(ERASURE_STATEMENTS.settle, [uuid])),
  };
}
