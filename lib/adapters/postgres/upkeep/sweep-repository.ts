import type pg from "pg";
import sql from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentObjects, DuePage, SweepPosition, SweepRepository } from "@/lib/upkeep/ports";
import { createQuery, NIL_UUID, type Statement, statement } from "../core/query";
import { toKnownStatus } from "../core/rows";

/** Reads the sweep's lists from PostgreSQL. Each list has an index that contains few rows other than the due ones. */
export function createSweepRepository(pool: pg.Pool): SweepRepository {
  const query = createQuery(pool);
  const listDue = async <Row extends SweepPosition>(
    statementFor: (page: DuePageValues) => Statement,
    { by, after, limit }: DuePage,
  ) => {
    const { at, uuid } = after ?? { at: new Date(0), uuid: NIL_UUID };
    return (await query<Row>(statementFor({ by, at, uuid, limit }))).rows;
  };
  return {
    listAwaited: (page) => listDue(SWEEP_STATEMENTS.listAwaited, page),
    listErasable: (page) => listDue(SWEEP_STATEMENTS.listErasable, page),
    async findObjects(uuids) {
      const { rows } = await query<DocumentObjects>(SWEEP_STATEMENTS.findObjects({ uuids }));
      return rows.map((row) => ({ ...row, status: toKnownStatus(row.status) }));
    },
    async eraseContent(uuid, at) {
      const erasure = SWEEP_STATEMENTS.eraseContent({ uuid, at });
      const { rows } = await query<{ pages: number }>(erasure);
      return rows[0]?.pages ?? 0;
    },
    removeIdempotencyKeys: async (storedBy, limit) =>
      (await query(SWEEP_STATEMENTS.removeIdempotencyKeys({ storedBy, limit }))).rowCount ?? 0,
    removeReviewClaims: async (by, limit) =>
      (await query(SWEEP_STATEMENTS.removeReviewClaims({ by, limit }))).rowCount ?? 0,
    removeBulkWork: async (createdAt, limit) =>
      (await query(SWEEP_STATEMENTS.removeBulkWork({ ...createdAt, limit }))).rowCount ?? 0,
  };
}

const { waitingForUpload, uploadFailed, deleted } = STATUS;

interface DuePageValues {
  /** Rows that are due by this time. */
  readonly by: Date;
  readonly at: Date;
  readonly uuid: string;
  readonly limit: number;
}

/** The sweep's SQL statements. Each list has a partial index that contains only the due rows. */
export const SWEEP_STATEMENTS = {
  listAwaited: statement<DuePageValues>(
    "sweep-awaited",
    ({ by, at, uuid, limit }) => sql`
SELECT uuid, upload_expires_at AS at
FROM staged_document
WHERE status = ${waitingForUpload} AND upload_expires_at <= ${by} AND (upload_expires_at, uuid) > (${at}, ${uuid})
ORDER BY upload_expires_at, uuid
LIMIT ${limit}`,
  ),
  listErasable: statement<DuePageValues>(
    "sweep-erasable",
    ({ by, at, uuid, limit }) => sql`
SELECT uuid, updated_at AS at, file_object_key AS "objectKey", file_version_id AS "versionId"
FROM staged_document
WHERE status IN (${uploadFailed}, ${deleted}) AND file_erased_at IS NULL
  AND updated_at <= ${by} AND (updated_at, uuid) > (${at}, ${uuid})
ORDER BY updated_at, uuid
LIMIT ${limit}`,
  ),
  findObjects: statement<{ uuids: readonly string[] }>(
    "sweep-objects",
    ({ uuids }) => sql`
SELECT uuid, status, upload_expires_at AS "uploadExpiresAt", file_object_key AS "objectKey",
       file_version_id AS "versionId", file_erased_at AS "erasedAt"
FROM staged_document
WHERE uuid = ANY(${uuids}::uuid[])`,
  ),
  /** The trigger `erase_content` removes the extracted text and values; this statement's count still sees the pages. */
  eraseContent: statement<{ uuid: string; at: Date }>(
    "sweep-erase-content",
    ({ uuid, at }) => sql`
WITH erased AS (
  UPDATE staged_document SET file_erased_at = ${at}
  WHERE uuid = ${uuid} AND file_erased_at IS NULL
  RETURNING uuid
)
SELECT count(*)::int AS pages FROM erased JOIN document_text ON document_uuid = uuid`,
  ),
  /** Skips keys that another sweep is removing at the same time. */
  removeIdempotencyKeys: statement<{ storedBy: Date; limit: number }>(
    "sweep-idempotency-keys",
    ({ storedBy, limit }) => sql`
DELETE FROM idempotency_key
WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM idempotency_key
  WHERE created_at <= ${storedBy}
  ORDER BY created_at
  LIMIT ${limit}
  FOR UPDATE SKIP LOCKED
))`,
  ),
  /** Few rows have ended, and few have not: both tables hold what reviewers did in the last two days. */
  removeReviewClaims: statement<{ by: Date; limit: number }>(
    "sweep-review-claims",
    ({ by, limit }) => sql`
WITH claims AS (
  DELETE FROM review_claim WHERE document_uuid = ANY(ARRAY(
    SELECT document_uuid FROM review_claim WHERE until <= ${by} LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )) RETURNING 1
), skips AS (
  DELETE FROM review_skip WHERE (user_id, document_uuid) IN (
    SELECT user_id, document_uuid FROM review_skip WHERE until <= ${by} LIMIT ${limit} FOR UPDATE SKIP LOCKED
  ) RETURNING 1
)
SELECT FROM (SELECT * FROM claims UNION ALL SELECT * FROM skips) AS removed`,
  ),
  /** The work itself follows its last documents in the next call, so that no statement removes many rows. */
  removeBulkWork: statement<{ endedBy: Date; preparedBy: Date; limit: number }>(
    "sweep-bulk-work",
    ({ endedBy, preparedBy, limit }) => sql`
WITH due AS MATERIALIZED (
  SELECT id FROM bulk_work
  WHERE created_at <= ${endedBy} AND state = 'ended' OR created_at <= ${preparedBy} AND state = 'preparing'
), items AS (
  DELETE FROM bulk_work_item WHERE (work_id, document_uuid) IN (
    SELECT work_id, document_uuid FROM due JOIN bulk_work_item ON work_id = id LIMIT ${limit}
  ) RETURNING 1
), works AS (
  DELETE FROM bulk_work WHERE id IN (
    SELECT id FROM due WHERE NOT EXISTS (SELECT FROM bulk_work_item WHERE work_id = due.id) LIMIT ${limit}
  ) RETURNING 1
)
SELECT FROM (SELECT * FROM items UNION ALL SELECT * FROM works) AS removed`,
  ),
} as const;
