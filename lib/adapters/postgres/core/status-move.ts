import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { StatusMove } from "@/lib/documents/ports";
import type { RunStart } from "@/lib/documents/rules/run-start";
import { STATUS } from "@/lib/documents/rules/status";
import { type Places, statement } from "./query";

/**
 * The second condition for a listed move to be included in a notification. The statement that writes the move checks it
 * (decision 0010).
 */
export const AND_WEBHOOK_IS_CONFIGURED = sql`AND EXISTS (SELECT FROM webhook_configuration WHERE url IS NOT NULL)`;

/** The statuses of documents that cannot be the first with their bytes. */
const WITHOUT_BYTES = raw(`${STATUS.uploadFailed}, ${STATUS.deleted}`);

/**
 * Selects the earliest document that was created before this one, has the same bytes, and has neither failed nor been
 * deleted (decision 0047).
 */
export const duplicateOf = (document: string) =>
  sql`${firstWithSameBytes(document)} AS duplicate_of`;

/** The uuid of the document that `duplicateOf` selects. */
export const firstWithSameBytes = (document: string) => sql`(
  SELECT other.uuid FROM staged_document AS other
  WHERE other.file_sha256 = ${raw(document)}.file_sha256
    AND (other.created_at, other.uuid) < (${raw(document)}.created_at, ${raw(document)}.uuid)
    AND other.status NOT IN (${WITHOUT_BYTES})
  ORDER BY other.created_at, other.uuid
  LIMIT 1
)`;

/** The values of `moveStatement`, each null if it does not apply. */
type MoveValues = ReturnType<typeof moveValues>;

/**
 * Creates a single statement for a decided move: the compare-and-set, its history row, the end of the current processing
 * run and the start of the next one. Concurrent moves compete for the document's row, so its run number is counted there.
 * @param also returns additional parts, such as `, other AS (…)`; they see the moved row as `document`
 * @param assigned returns additional assignments to columns of the document, such as `, name = …`
 */
export const moveStatement = <More extends object = object>(
  name: string,
  also: (parameters: Places<MoveValues & More>) => Sql = () => empty,
  assigned: typeof also = () => empty,
) =>
  statement<MoveValues & More>(
    name,
    (move) => sql`
WITH document AS (
  UPDATE staged_document SET
    status = ${move.to},
    updated_at = ${move.at},
    file_size = COALESCE(${move.fileSize}, file_size),
    file_content_type = COALESCE(${move.fileContentType}, file_content_type),
    file_object_key = COALESCE(${move.fileObjectKey}, file_object_key),
    file_version_id = CASE WHEN ${move.fileObjectKey}::text IS NULL THEN file_version_id ELSE ${move.fileVersionId} END,
    file_verified_at = CASE WHEN ${move.fileObjectKey}::text IS NULL THEN file_verified_at ELSE ${move.at} END,
    failure_code = ${move.failureCode},
    failure_message = ${move.failureMessage},
    classification = COALESCE(${move.classification}, classification),
    file_sha256 = COALESCE(${move.sha256}, file_sha256),
    processing_run = CASE WHEN ${move.runState}::text IS NULL THEN processing_run ELSE COALESCE(processing_run, 0) + 1 END${assigned(move)}
  WHERE uuid = ${move.uuid} AND status = ${move.from}
    AND (${move.uploadExpiredBy}::timestamptz IS NULL OR upload_expires_at <= ${move.uploadExpiredBy})
    AND (${move.onlyRun}::int IS NULL OR processing_run = ${move.onlyRun})
  RETURNING *
), change AS (
  INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, request_id, note, listed, notify)
  SELECT uuid, ${move.from}, ${move.to}, ${move.actor}, ${move.reason}, ${move.at}, ${move.requestId}, ${move.note}, ${move.isNotified},
         ${move.isNotified} ${AND_WEBHOOK_IS_CONFIGURED}
  FROM document
), ended_run AS (
  UPDATE processing_run AS run SET state = 'ended', outcome = ${move.runOutcome}, ended_at = ${move.at}, lease_until = NULL, reading = NULL
  FROM document WHERE run.document_uuid = document.uuid AND run.state <> 'ended'
), begun_run AS (
  INSERT INTO processing_run (document_uuid, n, state, taken_by, lease_until, created_at, taken_at)
  SELECT uuid, processing_run, ${move.runState}, ${move.runTakenBy}, ${move.runLeaseUntil}, ${move.at},
         CASE WHEN ${move.runState} = 'taken' THEN ${move.at}::timestamptz END
  FROM document WHERE ${move.runState}::text IS NOT NULL
)${also(move)}
SELECT document.*, ${duplicateOf("document")} FROM document`,
  );

/** The event that a correction writes. Erasing the content erases `changes` (decision 0092). */
export const correctedEvent = (
  correction: Places<Record<"actor" | "at" | "requestId" | "corrected", unknown>>,
) => sql`, event AS (
  INSERT INTO document_event (document_uuid, kind, actor, at, request_id, details)
  SELECT uuid, 'corrected', ${correction.actor}, ${correction.at}, ${correction.requestId},
         jsonb_build_object('changes', ${correction.corrected}::jsonb)
  FROM document
)`;

/** Returns the values of `moveStatement`. */
export function moveValues(change: StatusMove) {
  const { uuid, move, actor, reason, at, file, failure, classification, begins } = change;
  return {
    uuid,
    from: move.from,
    to: move.to,
    at,
    actor,
    reason,
    requestId: change.requestId ?? null,
    note: change.note ?? null,
    isNotified: move.isNotified,
    fileSize: file?.sizeBytes ?? null,
    fileContentType: file?.contentType ?? null,
    fileObjectKey: file?.objectKey ?? null,
    fileVersionId: file?.versionId ?? null,
    sha256: change.sha256 ?? null,
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
    classification: jsonOf(classification),
    corrected: jsonOf(change.corrected),
    uploadExpiredBy: change.uploadExpiredBy ?? null,
    onlyRun: change.onlyRun ?? null,
    runOutcome: runOutcomeOf(change),
    // A run starts only if its state is not null.
    runState: begins ? runStateOf(begins) : null,
    runTakenBy: begins?.takenBy ?? null,
    runLeaseUntil: begins?.leaseUntil ?? null,
  };
}

const jsonOf = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

const runStateOf = ({ takenBy }: RunStart) => (takenBy === null ? "waiting" : "taken");

/** Returns how a move ends the current run. */
function runOutcomeOf({ move, failure }: StatusMove): "settled" | "failed" | "superseded" {
  if (move.from !== STATUS.processing || move.to === STATUS.deleted) return "superseded";
  return failure ? "failed" : "settled";
}
