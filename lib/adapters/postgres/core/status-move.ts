import type { StatusMove } from "@/lib/documents/ports";
import type { RunStart } from "@/lib/documents/rules/run-start";
import { STATUS } from "@/lib/documents/rules/status";

/**
 * The second condition for a listed move to be included in a notification. The statement that writes the move checks it
 * (decision 0010).
 */
export const AND_WEBHOOK_IS_CONFIGURED =
  "AND EXISTS (SELECT FROM webhook_configuration WHERE url IS NOT NULL)";

/**
 * Selects the earliest document that was created before this one, has the same bytes, and has neither failed nor been
 * deleted (decision 0047).
 */
export const duplicateOf = (document: string) => `(
  SELECT other.uuid FROM staged_document AS other
  WHERE other.file_sha256 = ${document}.file_sha256
    AND (other.created_at, other.uuid) < (${document}.created_at, ${document}.uuid)
    AND other.status NOT IN (${STATUS.uploadFailed}, ${STATUS.deleted})
  ORDER BY other.created_at, other.uuid
  LIMIT 1
) AS duplicate_of`;

/** The number of values that `moveText` takes. The values of additional parts come after them. */
export const MOVE_VALUES = 23;

/**
 * Returns a single statement for a decided move: the compare-and-set, its history row, the end of the current processing
 * run and the start of the next one. Concurrent moves compete for the document's row, so its run number is counted there.
 * @param also additional parts, such as `, other AS (…)`; they see the moved row as `document`
 */
export const moveText = (also = "") => `
WITH document AS (
  UPDATE staged_document SET
    status = $3,
    updated_at = $4,
    file_size = COALESCE($8, file_size),
    file_content_type = COALESCE($9, file_content_type),
    file_object_key = COALESCE($10, file_object_key),
    file_version_id = CASE WHEN $10::text IS NULL THEN file_version_id ELSE $16 END,
    file_verified_at = CASE WHEN $10::text IS NULL THEN file_verified_at ELSE $4 END,
    failure_code = $11,
    failure_message = $12,
    classification = COALESCE($13, classification),
    file_sha256 = COALESCE($17, file_sha256),
    processing_run = CASE WHEN $20::text IS NULL THEN processing_run ELSE COALESCE(processing_run, 0) + 1 END
  WHERE uuid = $1 AND status = $2 AND ($14::timestamptz IS NULL OR upload_expires_at <= $14)
    AND ($18::int IS NULL OR processing_run = $18)
  RETURNING *
), change AS (
  INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, request_id, note, listed, notify)
  SELECT uuid, $2, $3, $5, $6, $4, $15, $23, $7,
         $7 ${AND_WEBHOOK_IS_CONFIGURED}
  FROM document
), ended_run AS (
  UPDATE processing_run AS run SET state = 'ended', outcome = $19, ended_at = $4, lease_until = NULL, reading = NULL
  FROM document WHERE run.document_uuid = document.uuid AND run.state <> 'ended'
), begun_run AS (
  INSERT INTO processing_run (document_uuid, n, state, taken_by, lease_until, created_at, taken_at)
  SELECT uuid, processing_run, $20, $21, $22, $4, CASE WHEN $20 = 'taken' THEN $4::timestamptz END
  FROM document WHERE $20::text IS NOT NULL
)${also}
SELECT document.*, ${duplicateOf("document")} FROM document`;

/** Returns the values of `moveText`, in order. */
export function moveValues(change: StatusMove): unknown[] {
  const { uuid, move, actor, reason, at, file, failure, classification, begins } = change;
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
    classification ? JSON.stringify(classification) : null,
    change.uploadExpiredBy ?? null,
    change.requestId ?? null,
    file?.versionId ?? null,
    change.sha256 ?? null,
    change.onlyRun ?? null,
    runOutcomeOf(change),
    ...runStartValues(begins ?? null),
    change.note ?? null,
  ];
}

/** A run starts only if its state is not null. */
function runStartValues(begins: RunStart | null): unknown[] {
  if (begins === null) return [null, null, null];
  return [begins.takenBy === null ? "waiting" : "taken", begins.takenBy, begins.leaseUntil];
}

/** Returns how a move ends the current run. */
function runOutcomeOf({ move, failure }: StatusMove): "settled" | "failed" | "superseded" {
  if (move.from !== STATUS.processing || move.to === STATUS.deleted) return "superseded";
  return failure ? "failed" : "settled";
}
