import sql, { empty } from "sql-template-tag";
import type { IdempotencyClaim } from "@/lib/documents/ports";
import { STATUS } from "@/lib/documents/rules/status";
import { NIL_UUID, type Places, type Statement, statement } from "../core/query";
import {
  AND_WEBHOOK_IS_CONFIGURED,
  correctedEvent,
  duplicateOf,
  moveStatement,
  moveValues,
} from "../core/status-move";

/** The values of both statements that create a document. */
interface CreationValues {
  /** Null only before the first call, for planning. */
  readonly uuid: string | null;
  readonly assetIdentifier: string;
  readonly name: string;
  readonly folder: string | null;
  readonly status: number;
  readonly uploadExpiresAt: Date;
  readonly at: Date;
  readonly actor: string;
  readonly reason: string;
  readonly requestId: string | null;
  readonly isNotified: boolean;
}

const COLUMNS = sql`uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at, folder`;

/** The values of all columns but the uuid. */
const columnsOf = (created: Places<CreationValues>) =>
  sql`${created.assetIdentifier}, ${created.name}, ${created.status}, ${created.uploadExpiresAt}, ${created.at}, ${created.at}, ${created.folder}`;

/** The end of both statements: inserts the first history row and returns the document. */
const withFirstChange = (created: Places<CreationValues>) => sql`), change AS (
  INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, request_id, listed, notify)
  SELECT uuid, NULL, status, ${created.actor}, ${created.reason}, created_at, ${created.requestId}, ${created.isNotified},
         ${created.isNotified} ${AND_WEBHOOK_IS_CONFIGURED}
  FROM document
)
SELECT document.*, NULL::uuid AS duplicate_of FROM document`;

/**
 * The SQL of the hot paths (decision 0011). The statements are named, so PostgreSQL parses and plans each of them once
 * per connection. The benchmark's bare server runs the same statements.
 */
export const STATEMENTS = {
  /** Does nothing if the uuid is null, so that the statement can be planned at startup. */
  createDocument: statement<CreationValues>(
    "staged-document-create",
    (created) => sql`
WITH document AS (
  INSERT INTO staged_document (${COLUMNS})
  SELECT ${created.uuid}, ${columnsOf(created)} WHERE ${created.uuid}::uuid IS NOT NULL
  RETURNING *
${withFirstChange(created)}`,
  ),
  /**
   * The document is inserted only if its idempotency key could be claimed, so no document is inserted if the key is in
   * use (decision 0016).
   */
  createDocumentOnce: statement<CreationValues & IdempotencyClaim>(
    "staged-document-create-once",
    (created) => sql`
WITH claim AS (
  INSERT INTO idempotency_key (api_key_id, key, request_hash, document_uuid, created_at)
  VALUES (${created.ownerId}, ${created.key}, ${created.requestHash}, ${created.uuid}, ${created.at})
  ON CONFLICT (api_key_id, key) DO UPDATE SET
    request_hash = EXCLUDED.request_hash,
    document_uuid = EXCLUDED.document_uuid,
    created_at = EXCLUDED.created_at
  WHERE idempotency_key.created_at <= ${created.expiredAt}
  RETURNING document_uuid
), document AS (
  INSERT INTO staged_document (${COLUMNS})
  SELECT document_uuid, ${columnsOf(created)} FROM claim
  RETURNING *
${withFirstChange(created)}`,
  ),
  findClaimedDocument: statement<Pick<IdempotencyClaim, "ownerId" | "key">>(
    "staged-document-find-claimed",
    ({ ownerId, key }) => sql`
SELECT document.*, claim.request_hash, ${duplicateOf("document")}
FROM idempotency_key AS claim JOIN staged_document AS document ON document.uuid = claim.document_uuid
WHERE claim.api_key_id = ${ownerId} AND claim.key = ${key}`,
  ),
  renewUpload: statement<{ uuid: string; status: number; uploadExpiresAt: Date; at: Date }>(
    "staged-document-renew-upload",
    ({ uuid, status, uploadExpiresAt, at }) => sql`
UPDATE staged_document SET upload_expires_at = ${uploadExpiresAt}, updated_at = ${at}
WHERE uuid = ${uuid} AND status = ${status}
RETURNING *`,
  ),
  findDocument: statement<{ uuid: string }>(
    "staged-document-find",
    ({ uuid }) => sql`
SELECT document.*, ${duplicateOf("document")} FROM staged_document AS document WHERE uuid = ${uuid}`,
  ),
  compareAndSetStatus: moveStatement("staged-document-compare-and-set"),
  /** Separate, so that the hot statement does not become longer for the sake of deletions. */
  compareAndSetDeleted: moveStatement<{ deletionReason: string | null }>(
    "staged-document-compare-and-set-deleted",
    () => empty,
    ({ deletionReason, note }) =>
      sql`,
    deletion_reason = ${deletionReason},
    deletion_note = ${note}`,
  ),
  compareAndSetCorrected: moveStatement(
    "staged-document-compare-and-set-corrected",
    correctedEvent,
  ),
  correctApproved: statement<{
    uuid: string;
    seenUpdatedAt: Date;
    classification: string;
    corrected: string;
    at: Date;
    actor: string;
    requestId: string | null;
  }>(
    "staged-document-correct-approved",
    (correction) => sql`
WITH document AS (
  UPDATE staged_document SET
    classification = ${correction.classification},
    updated_at = GREATEST(${correction.at}::timestamptz, updated_at + interval '1 millisecond')
  WHERE uuid = ${correction.uuid} AND updated_at = ${correction.seenUpdatedAt} AND status = ${STATUS.approved} AND file_erased_at IS NULL
  RETURNING *
)${correctedEvent(correction)}
SELECT document.*, ${duplicateOf("document")} FROM document`,
  ),
  moveToAsset: statement<{
    uuid: string;
    from: string;
    to: string;
    at: Date;
    statuses: readonly number[];
    actor: string;
    requestId: string | null;
  }>(
    "staged-document-move-to-asset",
    ({ uuid, from, to, at, statuses, actor, requestId }) => sql`
WITH document AS (
  UPDATE staged_document SET asset_identifier = ${to}, updated_at = ${at}
  WHERE uuid = ${uuid} AND asset_identifier = ${from} AND status = ANY (${statuses}::smallint[])
  RETURNING *
), event AS (
  INSERT INTO document_event (document_uuid, kind, actor, at, request_id, details)
  SELECT uuid, 'moved', ${actor}, ${at}, ${requestId}, jsonb_build_object('from', ${from}::text, 'to', ${to}::text) FROM document
)
SELECT document.*, ${duplicateOf("document")} FROM document`,
  ),
  listStatusChanges: statement<{ uuid: string; after: string; limit: number }>(
    "staged-document-changes",
    ({ uuid, after, limit }) => sql`
SELECT id, from_status, to_status, actor, reason, at, notify, sequence
FROM status_change
WHERE document_uuid = ${uuid} AND id > ${after}
ORDER BY id
LIMIT ${limit}`,
  ),
} as const;

const NEVER = new Date(0);
const FROM_NOBODY = { actor: "", reason: "reported", at: NEVER } as const;

/** The statements of the hot calls, with values by which they change nothing. */
export const STATEMENTS_WITHOUT_EFFECT: readonly Statement[] = [
  STATEMENTS.createDocument({
    ...FROM_NOBODY,
    uuid: null,
    assetIdentifier: "",
    name: "",
    folder: null,
    status: STATUS.waitingForUpload,
    uploadExpiresAt: NEVER,
    requestId: null,
    isNotified: false,
  }),
  STATEMENTS.findDocument({ uuid: NIL_UUID }),
  STATEMENTS.compareAndSetStatus(
    moveValues({
      ...FROM_NOBODY,
      uuid: NIL_UUID,
      move: {
        from: STATUS.waitingForUpload,
        to: STATUS.uploadSuccessful,
        isNotified: false,
        movers: [],
        when: "",
      },
    }),
  ),
];
