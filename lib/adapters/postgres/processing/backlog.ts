import type pg from "pg";
import sql from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import type { Backlog } from "@/lib/processing/ports";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, statement } from "../core/query";

const IN_BACKLOG = sql`staged_document.status = ${STATUS.uploadSuccessful} AND NOT EXISTS (
    SELECT FROM processing_run AS run
    WHERE run.document_uuid = staged_document.uuid AND run.n = staged_document.processing_run AND run.state <> 'ended'
  )`;

/** The SQL statements of the backlog. */
export const BACKLOG_STATEMENTS = {
  count: statement(
    "processing-backlog-count",
    () => sql`
SELECT (SELECT count(*)::int FROM staged_document WHERE ${IN_BACKLOG}) AS documents,
       (SELECT count(*)::int FROM processing_run WHERE state = 'waiting') AS "waitingRuns",
       COALESCE((SELECT is_backlog_started FROM processing_configuration WHERE id = 1), false) AS "isStarted"`,
  ),
  start: statement<{ note: string }>(
    "processing-backlog-start",
    ({ note }) => sql`
WITH changed AS (
  UPDATE processing_configuration SET is_backlog_started = true WHERE id = 1 AND NOT is_backlog_started RETURNING id
)${auditStatement({
      note,
      changed: "changed",
      before: sql`'{"isStarted": false}'::jsonb`,
      after: sql`'{"isStarted": true}'::jsonb`,
    })}`,
  ),
  proceed: statement<{ waitingMax: number; at: Date }>(
    "processing-backlog-proceed",
    ({ waitingMax, at }) => sql`
WITH room AS (
  SELECT ${waitingMax} - count(*) AS runs FROM (SELECT FROM processing_run WHERE state = 'waiting' LIMIT ${waitingMax}) AS waiting
), found AS (
  SELECT uuid FROM staged_document
  WHERE ${IN_BACKLOG} AND (SELECT is_backlog_started FROM processing_configuration WHERE id = 1)
  ORDER BY file_verified_at, uuid
  LIMIT (SELECT runs FROM room)
  FOR UPDATE SKIP LOCKED
), document AS (
  UPDATE staged_document SET processing_run = COALESCE(processing_run, 0) + 1
  FROM found WHERE staged_document.uuid = found.uuid AND staged_document.status = ${STATUS.uploadSuccessful}
  RETURNING staged_document.uuid, staged_document.processing_run
)
INSERT INTO processing_run (document_uuid, n, state, created_at)
SELECT uuid, processing_run, 'waiting', ${at} FROM document`,
  ),
  finish: statement(
    "processing-backlog-finish",
    () => sql`
UPDATE processing_configuration SET is_backlog_started = false
WHERE id = 1 AND is_backlog_started AND NOT EXISTS (SELECT FROM staged_document WHERE ${IN_BACKLOG})`,
  ),
};

/** Stores the backlog in PostgreSQL. */
export function createBacklog(pool: pg.Pool): Backlog {
  const query = createQuery(pool);
  return {
    async count() {
      const { rows } = await query<Awaited<ReturnType<Backlog["count"]>>>(
        BACKLOG_STATEMENTS.count(),
      );
      if (!rows[0]) throw new Error("the count of the backlog returned no row");
      return rows[0];
    },
    start: async (note) =>
      void (await query(BACKLOG_STATEMENTS.start({ note: auditParameter(note) }))),
    async proceed(waitingMax, at) {
      const begun = (await query(BACKLOG_STATEMENTS.proceed({ waitingMax, at }))).rowCount ?? 0;
      if (begun === 0) await query(BACKLOG_STATEMENTS.finish());
      return begun;
    },
  };
}
