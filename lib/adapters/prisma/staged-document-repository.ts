import type pg from "pg";
import type { StatusChange } from "@/lib/domain/staged-document";
import type { Page, StagedDocumentRepository, StatusMove } from "@/lib/ports";
import { withDatabase } from "./database-errors";
import { type DocumentRow, type StatusChangeRow, toDocument, toStatusChange } from "./rows";

/** Named statements: PostgreSQL parses and plans each once per connection. */
const CREATE = {
  name: "staged-document-create",
  text: `
WITH document AS (
  INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6)
  RETURNING *
), change AS (
  INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, notify)
  SELECT uuid, NULL, status, $7, $8, created_at,
         $9 AND EXISTS (SELECT FROM webhook_configuration WHERE url IS NOT NULL)
  FROM document
)
SELECT * FROM document`,
};

const FIND = {
  name: "staged-document-find",
  text: "SELECT * FROM staged_document WHERE uuid = $1",
};

const COMPARE_AND_SET = {
  name: "staged-document-compare-and-set",
  text: `
WITH document AS (
  UPDATE staged_document SET
    status = $3,
    updated_at = $4,
    file_size = COALESCE($8, file_size),
    file_content_type = COALESCE($9, file_content_type),
    file_object_key = COALESCE($10, file_object_key),
    file_verified_at = CASE WHEN $10::text IS NULL THEN file_verified_at ELSE $4 END,
    failure_code = $11,
    failure_message = $12
  WHERE uuid = $1 AND status = $2
  RETURNING *
), change AS (
  INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, notify)
  SELECT uuid, $2, $3, $5, $6, $4,
         $7 AND EXISTS (SELECT FROM webhook_configuration WHERE url IS NOT NULL)
  FROM document
)
SELECT * FROM document`,
};

const LIST_CHANGES = {
  name: "staged-document-changes",
  text: `
SELECT id, from_status, to_status, actor, reason, at, notify, sequence
FROM status_change
WHERE document_uuid = $1 AND id > $2
ORDER BY id
LIMIT $3`,
};

/** Documents in PostgreSQL: each write of a status is one statement together with its history row. */
export function createStagedDocumentRepository(pool: pg.Pool): StagedDocumentRepository {
  const queryOne = async (statement: pg.QueryConfig, values: unknown[]) => {
    const { rows } = await withDatabase(() => pool.query<DocumentRow>({ ...statement, values }));
    return rows[0] ? toDocument(rows[0]) : null;
  };
  return {
    async create(document, { move, actor, reason, at }) {
      const { uuid, assetIdentifier, name, uploadExpiresAt } = document;
      const created = await queryOne(CREATE, [
        uuid,
        assetIdentifier,
        name,
        move.to,
        uploadExpiresAt,
        at,
        actor,
        reason,
        move.isNotified,
      ]);
      if (!created) throw new Error("the insert of a staged document returned no row");
      return created;
    },
    find: (uuid) => queryOne(FIND, [uuid]),
    compareAndSetStatus: (change) => queryOne(COMPARE_AND_SET, moveValues(change)),
    listStatusChanges: (uuid, page) => listStatusChanges(pool, uuid, page),
    checkReachable: async () => {
      await withDatabase(() => pool.query("SELECT 1"));
    },
  };
}

function moveValues({ uuid, move, actor, reason, at, file, failure }: StatusMove): unknown[] {
  return [
    uuid,
    move.from,
    move.to,
    at,
    actor,
    reason,
    move.isNotified,
    file?.sizeBytes ?? null,
    file?.contentType ?? null,
    file?.objectKey ?? null,
    failure?.code ?? null,
    failure?.message ?? null,
  ];
}

/** A document that exists has a history, so only an empty first page needs a second look. */
async function listStatusChanges(
  pool: pg.Pool,
  uuid: string,
  { after, limit }: Page,
): Promise<readonly StatusChange[] | null> {
  const { rows } = await withDatabase(() =>
    pool.query<StatusChangeRow>({ ...LIST_CHANGES, values: [uuid, String(after ?? 0n), limit] }),
  );
  if (rows.length > 0) return rows.map(toStatusChange);
  const found = await withDatabase(() => pool.query({ ...FIND, values: [uuid] }));
  return found.rows.length > 0 ? [] : null;
}
