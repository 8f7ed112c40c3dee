import type pg from "pg";
import { NIL_UUID } from "../core/query";
import { AND_WEBHOOK_IS_CONFIGURED, duplicateOf, MOVE_VALUES, moveText } from "../core/status-move";

/** The end of both statements that create a document: inserts the first history row and returns the document. */
const WITH_FIRST_CHANGE = `), change AS (
  INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, request_id, listed, notify)
  SELECT uuid, NULL, status, $7, $8, created_at, $10, $9,
         $9 ${AND_WEBHOOK_IS_CONFIGURED}
  FROM document
)
SELECT document.*, NULL::uuid AS duplicate_of FROM document`;

/**
 * The SQL of the hot paths (decision 0011). The statements are named, so PostgreSQL parses and plans each of them once
 * per connection. The benchmark's bare server runs the same statements.
 */
export const STATEMENTS = {
  /** Does nothing if the uuid is null, so that the statement can be planned at startup. */
  createDocument: {
    name: "staged-document-create",
    text: `
WITH document AS (
  INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at, folder)
  SELECT $1, $2, $3, $4, $5, $6, $6, $11 WHERE $1::uuid IS NOT NULL
  RETURNING *
${WITH_FIRST_CHANGE}`,
  },
  /**
   * The document is inserted only if its idempotency key could be claimed, so no document is inserted if the key is in
   * use (decision 0016).
   */
  createDocumentOnce: {
    name: "staged-document-create-once",
    text: `
WITH claim AS (
  INSERT INTO idempotency_key (api_key_id, key, request_hash, document_uuid, created_at)
  VALUES ($12, $13, $14, $1, $6)
  ON CONFLICT (api_key_id, key) DO UPDATE SET
    request_hash = EXCLUDED.request_hash,
    document_uuid = EXCLUDED.document_uuid,
    created_at = EXCLUDED.created_at
  WHERE idempotency_key.created_at <= $15
  RETURNING document_uuid
), document AS (
  INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at, folder)
  SELECT document_uuid, $2, $3, $4, $5, $6, $6, $11 FROM claim
  RETURNING *
${WITH_FIRST_CHANGE}`,
  },
  findClaimedDocument: {
    name: "staged-document-find-claimed",
    text: `
SELECT document.*, claim.request_hash, ${duplicateOf("document")}
FROM idempotency_key AS claim JOIN staged_document AS document ON document.uuid = claim.document_uuid
WHERE claim.api_key_id = $1 AND claim.key = $2`,
  },
  renewUpload: {
    name: "staged-document-renew-upload",
    text: `
UPDATE staged_document SET upload_expires_at = $3, updated_at = $4
WHERE uuid = $1 AND status = $2
RETURNING *`,
  },
  findDocument: {
    name: "staged-document-find",
    text: `SELECT document.*, ${duplicateOf("document")} FROM staged_document AS document WHERE uuid = $1`,
  },
  compareAndSetStatus: {
    name: "staged-document-compare-and-set",
    text: moveText(),
  },
  moveToAsset: {
    name: "staged-document-move-to-asset",
    text: `
WITH document AS (
  UPDATE staged_document SET asset_identifier = $3, updated_at = $4
  WHERE uuid = $1 AND asset_identifier = $2 AND status = ANY ($5::smallint[])
  RETURNING *
), event AS (
  INSERT INTO document_event (document_uuid, kind, actor, at, request_id, details)
  SELECT uuid, 'moved', $6, $4, $7, jsonb_build_object('from', $2::text, 'to', $3::text) FROM document
)
SELECT document.*, ${duplicateOf("document")} FROM document`,
  },
  listStatusChanges: {
    name: "staged-document-changes",
    text: `
SELECT id, from_status, to_status, actor, reason, at, notify, sequence
FROM status_change
WHERE document_uuid = $1 AND id > $2
ORDER BY id
LIMIT $3`,
  },
} as const;

/** The statements of the hot calls, with values by which they change nothing. */
export const STATEMENTS_WITHOUT_EFFECT: readonly pg.QueryConfig[] = [
  { ...STATEMENTS.createDocument, values: Array(11).fill(null) },
  { ...STATEMENTS.findDocument, values: [NIL_UUID] },
  {
    ...STATEMENTS.compareAndSetStatus,
    values: [NIL_UUID, 1, 2, ...Array(MOVE_VALUES - 3).fill(null)],
  },
];
