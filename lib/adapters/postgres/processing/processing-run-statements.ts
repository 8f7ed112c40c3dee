import sql from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import { statement } from "../core/query";
import { moveStatement } from "../core/status-move";

const { uploadSuccessful, processing } = STATUS;

const RUN = sql`document_uuid, n, attempt, state, lease_until, taken_by`;

/** The values that name a run. */
interface RunValues {
  readonly documentUuid: string;
  readonly n: number;
}

/**
 * The SQL statements of runs. Every change to a run locks its document first, as every move does, so that there are no
 * deadlocks.
 */
export const RUN_STATEMENTS = {
  find: statement<RunValues>(
    "processing-run-find",
    ({ documentUuid, n }) =>
      sql`SELECT ${RUN} FROM processing_run WHERE document_uuid = ${documentUuid} AND n = ${n}`,
  ),
  lockDocument: statement<RunValues>(
    "processing-run-lock-document",
    ({ documentUuid, n }) => sql`
SELECT status FROM staged_document
WHERE uuid = ${documentUuid} AND processing_run = ${n} AND status IN (${uploadSuccessful}, ${processing})
FOR UPDATE`,
  ),
  take: statement<
    RunValues & { actor: string; leaseUntil: Date | null; at: Date; processor: string | null }
  >(
    "processing-run-take",
    ({ documentUuid, n, actor, leaseUntil, at, processor }) => sql`
UPDATE processing_run SET
  state = 'taken', taken_by = ${actor}, lease_until = ${leaseUntil}, taken_at = COALESCE(taken_at, ${at}), processor = ${processor}
WHERE document_uuid = ${documentUuid} AND n = ${n}
  AND (state = 'waiting' OR (state = 'taken' AND taken_by = ${actor} AND ${processor}::text IS NOT NULL))
RETURNING ${RUN}`,
  ),
  /** The only move that does not end the current run. */
  moveToProcessing: statement<{
    documentUuid: string;
    at: Date;
    actor: string;
    reason: string;
    requestId: string | null;
    isListed: boolean;
  }>(
    "processing-run-move",
    ({ documentUuid, at, actor, reason, requestId, isListed }) => sql`
WITH document AS (
  UPDATE staged_document SET status = ${processing}, updated_at = ${at}, failure_code = NULL, failure_message = NULL
  WHERE uuid = ${documentUuid} AND status = ${uploadSuccessful}
  RETURNING uuid
)
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, request_id, listed, notify)
SELECT uuid, ${uploadSuccessful}, ${processing}, ${actor}, ${reason}, ${at}, ${requestId}, ${isListed}, false
FROM document`,
  ),
  renew: statement<RunValues & { leaseUntil: Date | null }>(
    "processing-run-renew",
    ({ documentUuid, n, leaseUntil }) => sql`
UPDATE processing_run AS run SET lease_until = ${leaseUntil}
FROM staged_document AS document
WHERE run.document_uuid = ${documentUuid} AND run.n = ${n} AND run.state = 'taken'
  AND document.uuid = run.document_uuid AND document.processing_run = run.n AND document.status = ${processing}`,
  ),
  settle: moveStatement<{ isPrediction: boolean }>(
    "processing-run-settle",
    ({ onlyRun, classification, at, isPrediction }) => sql`, predicted AS (
  INSERT INTO prediction (document_uuid, run, document_class, score, result, processor, at)
  SELECT uuid, ${onlyRun}, ${classification}::jsonb ->> 'documentClass', (${classification}::jsonb ->> 'score')::real,
         ${classification}::jsonb, ${classification}::jsonb ->> 'processor', ${at}
  FROM document WHERE ${isPrediction}::boolean AND ${classification} IS NOT NULL
), older_text AS (
  DELETE FROM document_text AS old USING document WHERE old.document_uuid = document.uuid AND old.run <> ${onlyRun}
)`,
  ),
  listUnrequested: statement<{ limit: number }>(
    "processing-run-unrequested",
    ({ limit }) => sql`
SELECT document_uuid, n FROM processing_run
WHERE state = 'waiting' AND requested_at IS NULL
ORDER BY created_at, document_uuid, n
LIMIT ${limit}`,
  ),
  listRequested: statement<{ requestedBy: Date; limit: number }>(
    "processing-run-requested",
    ({ requestedBy, limit }) => sql`
SELECT document_uuid, n FROM processing_run
WHERE state = 'waiting' AND requested_at <= ${requestedBy}
ORDER BY requested_at, created_at, document_uuid, n
LIMIT ${limit}`,
  ),
  markRequested: statement<{
    uuids: readonly string[];
    numbers: readonly number[];
    at: Date;
    leaseUntil: Date | null;
  }>(
    "processing-run-mark-requested",
    ({ uuids, numbers, at, leaseUntil }) => sql`
UPDATE processing_run AS run SET requested_at = ${at}, lease_until = COALESCE(run.lease_until, ${leaseUntil})
FROM unnest(${uuids}::uuid[], ${numbers}::int[]) AS told (document_uuid, n)
WHERE run.document_uuid = told.document_uuid AND run.n = told.n AND run.state = 'waiting'`,
  ),
  listLapsed: statement<{ by: Date; takenSince: Date; waitingBy: Date; limit: number }>(
    "processing-run-lapsed",
    ({ by, takenSince, waitingBy, limit }) => sql`
SELECT ${RUN} FROM processing_run
WHERE state <> 'ended' AND lease_until <= ${by} AND (
  state = 'taken' OR lease_until <= ${waitingBy}
  OR NOT EXISTS (SELECT FROM processing_run WHERE processor IS NOT NULL AND taken_at >= ${takenSince})
)
ORDER BY lease_until
LIMIT ${limit}`,
  ),
  lockLapsed: statement<RunValues & { by: Date }>(
    "processing-run-lock-lapsed",
    ({ documentUuid, n, by }) => sql`
SELECT FROM processing_run
WHERE document_uuid = ${documentUuid} AND n = ${n} AND state <> 'ended' AND lease_until <= ${by}
FOR UPDATE`,
  ),
  endLapsed: statement<RunValues & { at: Date }>(
    "processing-run-end-lapsed",
    ({ documentUuid, n, at }) => sql`
UPDATE processing_run SET state = 'ended', outcome = 'lapsed', ended_at = ${at}, lease_until = NULL, reading = NULL
WHERE document_uuid = ${documentUuid} AND n = ${n} AND state <> 'ended' AND lease_until <= ${at}`,
  ),
  beginNext: statement<RunValues & { at: Date; leaseUntil: Date | null; countedAttempts: number }>(
    "processing-run-begin-next",
    ({ documentUuid, n, at, leaseUntil, countedAttempts }) => sql`
WITH document AS (
  UPDATE staged_document SET processing_run = ${n} + 1 WHERE uuid = ${documentUuid} RETURNING uuid, processing_run
)
INSERT INTO processing_run (document_uuid, n, attempt, state, lease_until, created_at)
SELECT uuid, document.processing_run, before.attempt + ${countedAttempts}, 'waiting', ${leaseUntil}, ${at}
FROM document JOIN processing_run AS before ON before.document_uuid = uuid AND before.n = ${n}`,
  ),
} as const;

/** The SQL statements with which the periodic check repairs inconsistent runs. */
export const REPAIR_STATEMENTS = {
  adoptOrphans: statement<{ at: Date; leaseUntil: Date | null; limit: number }>(
    "processing-repair-orphans",
    ({ at, leaseUntil, limit }) => sql`
WITH orphan AS (
  SELECT uuid FROM staged_document AS document
  WHERE status = ${processing} AND NOT EXISTS (
    SELECT FROM processing_run AS run
    WHERE run.document_uuid = document.uuid AND run.n = document.processing_run AND run.state <> 'ended'
  )
  ORDER BY uuid LIMIT ${limit}
  FOR UPDATE SKIP LOCKED
), document AS (
  UPDATE staged_document SET processing_run = COALESCE(processing_run, 0) + 1
  FROM orphan WHERE staged_document.uuid = orphan.uuid
  RETURNING staged_document.uuid, staged_document.processing_run
)
INSERT INTO processing_run (document_uuid, n, state, lease_until, taken_by, created_at, taken_at)
SELECT uuid, processing_run, 'taken', ${leaseUntil}, 'unknown', ${at}, ${at} FROM document`,
  ),
  endStrays: statement<{ at: Date }>(
    "processing-repair-strays",
    ({ at }) => sql`
UPDATE processing_run AS run SET state = 'ended', outcome = 'superseded', ended_at = ${at}, lease_until = NULL, reading = NULL
WHERE run.state <> 'ended' AND NOT EXISTS (
  SELECT FROM staged_document AS document
  WHERE document.uuid = run.document_uuid AND document.processing_run = run.n
    AND document.status IN (${uploadSuccessful}, ${processing})
)`,
  ),
  leaseWaiting: statement<{ leaseUntil: Date | null }>(
    "processing-repair-leases",
    ({ leaseUntil }) => sql`
UPDATE processing_run AS run SET lease_until = ${leaseUntil}
FROM staged_document AS document
WHERE run.state = 'waiting' AND run.lease_until IS NULL AND document.uuid = run.document_uuid
  AND document.processing_run = run.n AND document.status = ${processing}`,
  ),
  endUntaken: statement<{ at: Date }>(
    "processing-repair-untaken",
    ({ at }) => sql`
UPDATE processing_run AS run SET state = 'ended', outcome = 'superseded', ended_at = ${at}, lease_until = NULL
FROM staged_document AS document
WHERE run.state = 'waiting' AND document.uuid = run.document_uuid AND document.status = ${uploadSuccessful}`,
  ),
} as const;
