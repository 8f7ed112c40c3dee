import type pg from "pg";
import sql, { type Sql } from "sql-template-tag";
import type {
  BulkBatch,
  BulkResult,
  BulkRun,
  BulkWork,
  BulkWorks,
} from "@/lib/documents/bulk-ports";
import type { BulkAction, BulkEnding, BulkOrder } from "@/lib/documents/rules/bulk-work";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, NIL_UUID, type Parameter, type Statement, statement } from "../core/query";
import { toKnownStatus } from "../core/rows";

/** Stores work on many documents in PostgreSQL (decision 0097). */
export function createBulkWorks(pool: pg.Pool): BulkWorks {
  const query = createQuery(pool);
  const wasChanged = async (given: Statement) => (await query(given)).rowCount === 1;
  return {
    async create(work, at) {
      await query(STATEMENTS.create({ ...work, at }));
    },
    async add(work, uuids, documentsMax) {
      const values = { ...work, uuids, documentsMax };
      const { rows } = await query<{ count: number }>(STATEMENTS.add(values));
      return rows[0]?.count ?? null;
    },
    async find(work) {
      return (await query<BulkWork>(STATEMENTS.find(work))).rows[0] ?? null;
    },
    listShown: async (userId, limit) =>
      (await query<BulkWork>(STATEMENTS.listShown({ userId, limit }))).rows,
    async countGroups(work) {
      const { rows } = await query<{
        status: number;
        documentClass: string | null;
        count: number;
      }>(STATEMENTS.countGroups(work));
      return rows.map((row) => ({ ...row, status: toKnownStatus(row.status) }));
    },
    async listExceptions(work, { after, limit }) {
      type Row = Awaited<ReturnType<BulkWorks["listExceptions"]>>[number];
      const page = { after: after ?? NIL_UUID, limit };
      return (await query<Row>(STATEMENTS.listExceptions({ ...work, ...page }))).rows;
    },
    async start(work, { action, ...details }, note) {
      const { sessionId = null, actor } = note.author;
      const values = { ...work, at: note.at, action, details: JSON.stringify(details) };
      const { rows } = await query<BulkRun>(
        STATEMENTS.start({ ...values, sessionId, actor, note: auditParameter(note) }),
      );
      return rows[0] ?? null;
    },
    cancel: (work, at) => wasChanged(STATEMENTS.cancel({ ...work, at })),
    async dismiss(work, at) {
      await query(STATEMENTS.dismiss({ ...work, at }));
    },
    async beginBatch(run, { at, limit }) {
      const { rows: begun } = await query<BegunRow>(STATEMENTS.begin({ ...run, at }));
      const [work] = begun;
      if (!work || work.ending !== null) return null;
      const { rows: items } = await query<BulkBatch["items"][number]>(
        STATEMENTS.listNext({ id: run.id, limit }),
      );
      if (items.length === 0) {
        await query(STATEMENTS.end({ ...run, at, ending: "finished" }));
        return null;
      }
      const { action, details, actor, sessionId } = work;
      // Only `start` writes these two columns, from an order.
      return { order: { action, ...details } as BulkOrder, actor, sessionId, items };
    },
    record: (run, result, at) => wasChanged(STATEMENTS.record({ ...run, ...result, at })),
    async giveUp(run, at) {
      await query(STATEMENTS.end({ ...run, at, ending: "failed" }));
    },
    async resume(stalledSince, options) {
      await query(STATEMENTS.settle({ endedSince: stalledSince }));
      return (await query<BulkRun>(STATEMENTS.resume({ stalledSince, ...options }))).rows;
    },
  };
}

interface BegunRow {
  /** null if the work goes on. */
  readonly ending: BulkEnding | null;
  readonly action: BulkAction;
  readonly details: object;
  readonly actor: string;
  readonly sessionId: string;
}

const COLUMNS = sql`work.id, work.state, work.action, work.created_at AS "createdAt", work.ended_at AS "endedAt", work.ending,
  COALESCE((
    SELECT jsonb_agg(counted) FROM (
      SELECT result, reason, count(*)::int AS count FROM bulk_work_item WHERE work_id = work.id GROUP BY result, reason
    ) AS counted
  ), '[]') AS results`;

/** The documents keep a person's note about a deletion. The work needs it only until it ends. */
const ended = (at: Parameter, ending: Parameter | Sql) =>
  sql`state = 'ended', ended_at = ${at}, ending = ${ending}, details = details - 'note'`;

/**
 * Whether the history or the events of a document contain a change by a piece of work. Scalar subqueries, because PostgreSQL
 * might read the whole history for EXISTS.
 */
const isChangedBy = (id: Parameter | Sql, uuid: Sql) => sql`COALESCE(
  (SELECT true FROM status_change WHERE document_uuid = ${uuid} AND request_id = ${id}::uuid LIMIT 1),
  (SELECT true FROM document_event WHERE document_uuid = ${uuid} AND request_id = ${id}::uuid LIMIT 1),
  false
)`;

interface Own {
  readonly id: string;
  readonly userId: string;
}

/** The SQL of work on many documents. */
const STATEMENTS = {
  create: statement<Own & { at: Date }>(
    "bulk-work-create",
    ({ id, userId, at }) => sql`
INSERT INTO bulk_work (id, user_id, state, created_at) VALUES (${id}, ${userId}, 'preparing', ${at})`,
  ),
  /** The lock keeps documents from being added to work that has just been started. */
  add: statement<Own & { uuids: readonly string[]; documentsMax: number }>(
    "bulk-work-add",
    ({ id, userId, uuids, documentsMax }) => sql`
WITH work AS MATERIALIZED (
  SELECT id FROM bulk_work WHERE id = ${id} AND user_id = ${userId} AND state = 'preparing' FOR UPDATE
), present AS MATERIALIZED (
  SELECT count(*)::int AS count FROM bulk_work_item WHERE work_id = ${id}
), added AS (
  INSERT INTO bulk_work_item (work_id, document_uuid, run)
  SELECT work.id, document.uuid, document.processing_run
  FROM work, staged_document AS document WHERE document.uuid = ANY (${uuids}::uuid[])
    AND NOT EXISTS (SELECT FROM bulk_work_item WHERE work_id = work.id AND document_uuid = document.uuid)
  LIMIT greatest(${documentsMax}::int - (SELECT count FROM present), 0)
  ON CONFLICT DO NOTHING
  RETURNING 1
)
SELECT (present.count + (SELECT count(*) FROM added))::int AS count FROM work, present`,
  ),
  find: statement<Own>(
    "bulk-work-find",
    ({ id, userId }) => sql`
SELECT ${COLUMNS} FROM bulk_work AS work WHERE work.id = ${id} AND work.user_id = ${userId}`,
  ),
  listShown: statement<{ userId: string; limit: number }>(
    "bulk-work-list-shown",
    ({ userId, limit }) => sql`
SELECT ${COLUMNS} FROM bulk_work AS work
WHERE work.user_id = ${userId} AND work.state <> 'preparing' AND work.dismissed_at IS NULL
ORDER BY work.state = 'ended', work.created_at DESC, work.id DESC LIMIT ${limit}`,
  ),
  countGroups: statement<Own>(
    "bulk-work-groups",
    ({ id, userId }) => sql`
SELECT document.status, document.classification ->> 'documentClass' AS "documentClass", count(*)::int AS count
FROM bulk_work AS work JOIN bulk_work_item AS item ON item.work_id = work.id
  JOIN staged_document AS document ON document.uuid = item.document_uuid
WHERE work.id = ${id} AND work.user_id = ${userId}
GROUP BY 1, 2 ORDER BY 1, 2`,
  ),
  listExceptions: statement<Own & { after: string; limit: number }>(
    "bulk-work-exceptions",
    ({ id, userId, after, limit }) => sql`
SELECT item.document_uuid AS uuid, document.name, item.result, item.reason
FROM bulk_work AS work JOIN bulk_work_item AS item ON item.work_id = work.id
  JOIN staged_document AS document ON document.uuid = item.document_uuid
WHERE work.id = ${id} AND work.user_id = ${userId} AND item.result IN ('left-out', 'failed')
  AND item.document_uuid > ${after}::uuid
ORDER BY item.document_uuid LIMIT ${limit}`,
  ),
  start: statement<
    Own & {
      sessionId: string | null;
      actor: string;
      action: string;
      details: string;
      at: Date;
      note: string;
    }
  >(
    "bulk-work-start",
    ({ id, userId, sessionId, actor, action, details, at, note }) => sql`
WITH started AS (
  UPDATE bulk_work SET state = 'running', generation = 1, session_id = ${sessionId}, actor = ${actor}, action = ${action},
    details = ${details}::jsonb, progressed_at = ${at}
  WHERE id = ${id} AND user_id = ${userId} AND state = 'preparing'
  RETURNING id, generation, action, details
), audited AS (${auditStatement({
      note,
      changed: "started",
      before: sql`NULL::jsonb`,
      after: sql`(started.details - 'note') || jsonb_build_object('action', started.action,
    'documents', (SELECT count(*) FROM bulk_work_item WHERE work_id = started.id))`,
    })})
SELECT id, generation FROM started`,
  ),
  cancel: statement<Own & { at: Date }>(
    "bulk-work-cancel",
    ({ id, userId, at }) => sql`
UPDATE bulk_work SET ${ended(at, sql`'cancelled'`)}
WHERE id = ${id} AND user_id = ${userId} AND state = 'running'`,
  ),
  dismiss: statement<Own & { at: Date }>(
    "bulk-work-dismiss",
    ({ id, userId, at }) => sql`
UPDATE bulk_work SET dismissed_at = ${at} WHERE id = ${id} AND user_id = ${userId} AND state = 'ended'`,
  ),
  begin: statement<BulkRun & { at: Date }>(
    "bulk-work-begin",
    ({ id, generation, at }) => sql`
WITH looked AS (
  SELECT work.id, CASE
    WHEN person.deactivated_at IS NOT NULL THEN 'deactivated'
    WHEN person.id IS NULL OR person.role || ':' || person.id <> work.actor THEN 'role-changed'
    WHEN session.id IS NULL OR session.ended_at IS NOT NULL OR session.expires_at <= ${at} THEN 'session-ended'
  END AS ending
  FROM bulk_work AS work LEFT JOIN user_session AS session ON session.id = work.session_id
    LEFT JOIN app_user AS person ON person.id = work.user_id
  WHERE work.id = ${id}
)
UPDATE bulk_work AS work SET progressed_at = ${at}, ending = looked.ending,
  state = CASE WHEN looked.ending IS NULL THEN 'running' ELSE 'ended' END,
  ended_at = CASE WHEN looked.ending IS NOT NULL THEN ${at}::timestamptz END,
  details = CASE WHEN looked.ending IS NULL THEN work.details ELSE work.details - 'note' END
FROM looked
WHERE work.id = looked.id AND work.generation = ${generation} AND work.state = 'running'
RETURNING work.ending, work.action, work.details, work.actor, work.session_id AS "sessionId"`,
  ),
  listNext: statement<{ id: string; limit: number }>(
    "bulk-work-next",
    ({ id, limit }) => sql`
SELECT document_uuid AS uuid, run, ${isChangedBy(id, sql`bulk_work_item.document_uuid`)} AS "isDone"
FROM bulk_work_item WHERE work_id = ${id} AND result IS NULL
ORDER BY document_uuid LIMIT ${limit}`,
  ),
  record: statement<BulkRun & BulkResult & { uuid: string; at: Date }>(
    "bulk-work-record",
    ({ id, generation, uuid, result, reason, at }) => sql`
WITH given AS MATERIALIZED (
  SELECT ${isChangedBy(id, sql`${uuid}::uuid`)} AS is_done
), saved AS (
  UPDATE bulk_work_item AS item SET result = CASE WHEN is_done THEN 'done' ELSE ${result}::text END,
    reason = CASE WHEN is_done THEN NULL ELSE ${reason}::text END
  FROM given WHERE item.work_id = ${id} AND item.document_uuid = ${uuid}::uuid AND item.result IS NULL
)
UPDATE bulk_work SET progressed_at = ${at} WHERE id = ${id} AND generation = ${generation} AND state = 'running'`,
  ),
  settle: statement<{ endedSince: Date }>(
    "bulk-work-settle",
    ({ endedSince }) => sql`
UPDATE bulk_work_item AS item SET result = 'done'
FROM bulk_work AS work
WHERE work.state = 'ended' AND work.ended_at >= ${endedSince} AND item.work_id = work.id AND item.result IS NULL
  AND ${isChangedBy(sql`work.id`, sql`item.document_uuid`)}`,
  ),
  end: statement<BulkRun & { at: Date; ending: BulkEnding }>(
    "bulk-work-end",
    ({ id, generation, at, ending }) => sql`
UPDATE bulk_work SET ${ended(at, ending)}
WHERE id = ${id} AND generation = ${generation} AND state = 'running'`,
  ),
  resume: statement<{ stalledSince: Date; at: Date; limit: number }>(
    "bulk-work-resume",
    ({ stalledSince, at, limit }) => sql`
UPDATE bulk_work SET generation = generation + 1, progressed_at = ${at}
WHERE id = ANY (ARRAY(
  SELECT id FROM bulk_work WHERE state = 'running' AND progressed_at <= ${stalledSince}
  ORDER BY progressed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
))
RETURNING id, generation`,
  ),
} as const;
