import { STATUS } from "@/lib/documents/rules/status";
import { MOVE_VALUES, moveText } from "../core/status-move";

const { uploadSuccessful, processing } = STATUS;

const RUN = "document_uuid, n, attempt, state, lease_until, taken_by";

/**
 * The SQL statements of runs. Every change to a run locks its document first, as every move does, so that there are no
 * deadlocks.
 */
export const RUN_STATEMENTS = {
  find: {
    name: "processing-run-find",
    text: `SELECT ${RUN} FROM processing_run WHERE document_uuid = $1 AND n = $2`,
  },
  lockDocument: {
    name: "processing-run-lock-document",
    text: `
SELECT status FROM staged_document
WHERE uuid = $1 AND processing_run = $2 AND status IN (${uploadSuccessful}, ${processing})
FOR UPDATE`,
  },
  take: {
    name: "processing-run-take",
    text: `
UPDATE processing_run SET
  state = 'taken', taken_by = $3, lease_until = $4, taken_at = COALESCE(taken_at, $5), processor = $6
WHERE document_uuid = $1 AND n = $2
  AND (state = 'waiting' OR (state = 'taken' AND taken_by = $3 AND $6::text IS NOT NULL))
RETURNING ${RUN}`,
  },
  /** The only move that does not end the current run. */
  moveToProcessing: {
    name: "processing-run-move",
    text: `
WITH document AS (
  UPDATE staged_document SET status = ${processing}, updated_at = $2, failure_code = NULL, failure_message = NULL
  WHERE uuid = $1 AND status = ${uploadSuccessful}
  RETURNING uuid
)
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, request_id, listed, notify)
SELECT uuid, ${uploadSuccessful}, ${processing}, $3, $4, $2, $5, $6, false
FROM document`,
  },
  renew: {
    name: "processing-run-renew",
    text: `
UPDATE processing_run AS run SET lease_until = $3
FROM staged_document AS document
WHERE run.document_uuid = $1 AND run.n = $2 AND run.state = 'taken'
  AND document.uuid = run.document_uuid AND document.processing_run = run.n AND document.status = ${processing}`,
  },
  settle: {
    name: "processing-run-settle",
    text: moveText(`, predicted AS (
  INSERT INTO prediction (document_uuid, run, document_class, score, result, processor, at)
  SELECT uuid, $18, $13::jsonb ->> 'documentClass', ($13::jsonb ->> 'score')::real, $13::jsonb, $13::jsonb ->> 'processor', $4
  FROM document WHERE $${MOVE_VALUES + 1}::boolean AND $13 IS NOT NULL
), older_text AS (
  DELETE FROM document_text AS old USING document WHERE old.document_uuid = document.uuid AND old.run <> $18
)`),
  },
  listUnrequested: {
    name: "processing-run-unrequested",
    text: `
SELECT document_uuid, n FROM processing_run
WHERE state = 'waiting' AND requested_at IS NULL
ORDER BY created_at, document_uuid, n
LIMIT $1`,
  },
  listRequested: {
    name: "processing-run-requested",
    text: `
SELECT document_uuid, n FROM processing_run
WHERE state = 'waiting' AND requested_at <= $2
ORDER BY requested_at, created_at, document_uuid, n
LIMIT $1`,
  },
  markRequested: {
    name: "processing-run-mark-requested",
    text: `
UPDATE processing_run AS run SET requested_at = $3, lease_until = COALESCE(run.lease_until, $4)
FROM unnest($1::uuid[], $2::int[]) AS told (document_uuid, n)
WHERE run.document_uuid = told.document_uuid AND run.n = told.n AND run.state = 'waiting'`,
  },
  listLapsed: {
    name: "processing-run-lapsed",
    text: `
SELECT ${RUN} FROM processing_run
WHERE state <> 'ended' AND lease_until <= $1 AND (
  state = 'taken' OR lease_until <= $4
  OR NOT EXISTS (SELECT FROM processing_run WHERE processor IS NOT NULL AND taken_at >= $3)
)
ORDER BY lease_until
LIMIT $2`,
  },
  lockLapsed: {
    name: "processing-run-lock-lapsed",
    text: `
SELECT FROM processing_run
WHERE document_uuid = $1 AND n = $2 AND state <> 'ended' AND lease_until <= $3
FOR UPDATE`,
  },
  endLapsed: {
    name: "processing-run-end-lapsed",
    text: `
UPDATE processing_run SET state = 'ended', outcome = 'lapsed', ended_at = $3, lease_until = NULL, reading = NULL
WHERE document_uuid = $1 AND n = $2 AND state <> 'ended' AND lease_until <= $3`,
  },
  beginNext: {
    name: "processing-run-begin-next",
    text: `
WITH document AS (
  UPDATE staged_document SET processing_run = $2 + 1 WHERE uuid = $1 RETURNING uuid, processing_run
)
INSERT INTO processing_run (document_uuid, n, attempt, state, lease_until, created_at)
SELECT uuid, document.processing_run, before.attempt + $5, 'waiting', $4, $3
FROM document JOIN processing_run AS before ON before.document_uuid = uuid AND before.n = $2`,
  },
} as const;

/** The SQL statements with which the periodic check repairs inconsistent runs. */
export const REPAIR_STATEMENTS = {
  adoptOrphans: {
    name: "processing-repair-orphans",
    text: `
WITH orphan AS (
  SELECT uuid FROM staged_document AS document
  WHERE status = ${processing} AND NOT EXISTS (
    SELECT FROM processing_run AS run
    WHERE run.document_uuid = document.uuid AND run.n = document.processing_run AND run.state <> 'ended'
  )
  ORDER BY uuid LIMIT $3
  FOR UPDATE SKIP LOCKED
), document AS (
  UPDATE staged_document SET processing_run = COALESCE(processing_run, 0) + 1
  FROM orphan WHERE staged_document.uuid = orphan.uuid
  RETURNING staged_document.uuid, staged_document.processing_run
)
INSERT INTO processing_run (document_uuid, n, state, lease_until, taken_by, created_at, taken_at)
SELECT uuid, processing_run, 'taken', $2, 'unknown', $1, $1 FROM document`,
  },
  endStrays: {
    name: "processing-repair-strays",
    text: `
UPDATE processing_run AS run SET state = 'ended', outcome = 'superseded', ended_at = $1, lease_until = NULL, reading = NULL
WHERE run.state <> 'ended' AND NOT EXISTS (
  SELECT FROM staged_document AS document
  WHERE document.uuid = run.document_uuid AND document.processing_run = run.n
    AND document.status IN (${uploadSuccessful}, ${processing})
)`,
  },
  leaseWaiting: {
    name: "processing-repair-leases",
    text: `
UPDATE processing_run AS run SET lease_until = $1
FROM staged_document AS document
WHERE run.state = 'waiting' AND run.lease_until IS NULL AND document.uuid = run.document_uuid
  AND document.processing_run = run.n AND document.status = ${processing}`,
  },
  endUntaken: {
    name: "processing-repair-untaken",
    text: `
UPDATE processing_run AS run SET state = 'ended', outcome = 'superseded', ended_at = $1, lease_until = NULL
FROM staged_document AS document
WHERE run.state = 'waiting' AND document.uuid = run.document_uuid AND document.status = ${uploadSuccessful}`,
  },
} as const;
