import type pg from "pg";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentObjects, DuePage, SweepPosition, SweepRepository } from "@/lib/upkeep/ports";
import { createQuery, NIL_UUID } from "../core/query";
import { toKnownStatus } from "../core/rows";

/** Reads the sweep's lists from PostgreSQL. Each list has an index that contains few rows other than the due ones. */
export function createSweepRepository(pool: pg.Pool): SweepRepository {
  const query = createQuery(pool);
  const listDue = async <Row extends SweepPosition>(
    statement: pg.QueryConfig,
    { by, after, limit }: DuePage,
  ) => {
    const { at, uuid } = after ?? { at: new Date(0), uuid: NIL_UUID };
    return (await query<Row>(statement, [by, at, uuid, limit])).rows;
  };
  return {
    listAwaited: (page) => listDue(SWEEP_STATEMENTS.listAwaited, page),
    listErasable: (page) => listDue(SWEEP_STATEMENTS.listErasable, page),
    async findObjects(uuids) {
      const { rows } = await query<DocumentObjects>(SWEEP_STATEMENTS.findObjects, [uuids]);
      return rows.map((row) => ({ ...row, status: toKnownStatus(row.status) }));
    },
    async eraseContent(uuid, at) {
      const { rows } = await query<{ pages: number }>(SWEEP_STATEMENTS.eraseContent, [uuid, at]);
      return rows[0]?.pages ?? 0;
    },
    removeIdempotencyKeys: async (storedBy, limit) =>
      (await query(SWEEP_STATEMENTS.removeIdempotencyKeys, [storedBy, limit])).rowCount ?? 0,
  };
}

const { waitingForUpload, uploadFailed, deleted } = STATUS;

/**
 * The sweep's SQL statements. Statuses are literals, not parameters, because otherwise PostgreSQL could not use the
 * partial indexes that contain only the due rows.
 */
export const SWEEP_STATEMENTS = {
  listAwaited: {
    name: "sweep-awaited",
    text: `
SELECT uuid, upload_expires_at AS at
FROM staged_document
WHERE status = ${waitingForUpload} AND upload_expires_at <= $1 AND (upload_expires_at, uuid) > ($2, $3)
ORDER BY upload_expires_at, uuid
LIMIT $4`,
  },
  listErasable: {
    name: "sweep-erasable",
    text: `
SELECT uuid, updated_at AS at, file_object_key AS "objectKey", file_version_id AS "versionId"
FROM staged_document
WHERE status IN (${uploadFailed}, ${deleted}) AND file_erased_at IS NULL
  AND updated_at <= $1 AND (updated_at, uuid) > ($2, $3)
ORDER BY updated_at, uuid
LIMIT $4`,
  },
  findObjects: {
    name: "sweep-objects",
    text: `
SELECT uuid, status, upload_expires_at AS "uploadExpiresAt", file_object_key AS "objectKey",
       file_version_id AS "versionId", file_erased_at AS "erasedAt"
FROM staged_document
WHERE uuid = ANY($1::uuid[])`,
  },
  /** The trigger `erase_content` removes the extracted text and values; this statement's count still sees the pages. */
  eraseContent: {
    name: "sweep-erase-content",
    text: `
WITH erased AS (
  UPDATE staged_document SET file_erased_at = $2
  WHERE uuid = $1 AND file_erased_at IS NULL
  RETURNING uuid
)
SELECT count(*)::int AS pages FROM erased JOIN document_text ON document_uuid = uuid`,
  },
  /** Skips keys that another sweep is removing at the same time. */
  removeIdempotencyKeys: {
    name: "sweep-idempotency-keys",
    text: `
DELETE FROM idempotency_key
WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM idempotency_key
  WHERE created_at <= $1
  ORDER BY created_at
  LIMIT $2
  FOR UPDATE SKIP LOCKED
))`,
  },
} as const;
