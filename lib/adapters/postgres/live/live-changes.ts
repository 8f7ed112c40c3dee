import type pg from "pg";
import sql, { raw } from "sql-template-tag";
import type { LiveChanges, LiveNews, LivePosition, UnseenIds } from "@/lib/live/ports";
import { createQuery, type Statement, statement } from "../core/query";

interface MarksRow {
  readonly looked_at: Date;
  readonly assets_mark: string;
  readonly notifications_mark: string;
}

interface BeginRow extends MarksRow {
  readonly last_id: string;
  readonly gaps: readonly { readonly first: string; readonly last: string }[];
}

interface LookRow extends MarksRow {
  readonly changes: readonly { readonly id: string; readonly assetIdentifier: string }[];
}

/** Detects changes with one PostgreSQL statement per check. It holds no connection between checks (decision 0030). */
export function createLiveChanges(pool: pg.Pool): LiveChanges {
  const query = createQuery(pool);
  const queryOne = async <Row extends pg.QueryResultRow>(statement: Statement) => {
    const { rows } = await query<Row>(statement);
    if (!rows[0]) throw new Error("the query for changes returned no row");
    return rows[0];
  };
  return {
    async look(after) {
      if (!after) return begin(await queryOne<BeginRow>(LIVE_STATEMENTS.begin()));
      const firsts = after.unseenChanges.map(({ first }) => String(first));
      const lasts = after.unseenChanges.map(({ last }) => String(last ?? LAST_ID));
      return advance(after, await queryOne<LookRow>(LIVE_STATEMENTS.look({ firsts, lasts })));
    },
  };
}

function begin(row: BeginRow): { news: LiveNews; position: LivePosition } {
  const since = row.looked_at;
  const gaps = row.gaps.map(({ first, last }) => ({
    first: BigInt(first),
    last: BigInt(last),
    since,
  }));
  const toCome = { first: BigInt(row.last_id) + 1n, last: null, since };
  return {
    news: {
      assetIdentifiers: [],
      areAssetsChanged: false,
      areNotificationsChanged: false,
      isTooMuch: false,
    },
    position: { unseenChanges: [...gaps, toCome], ...marksOf(row) },
  };
}

function advance(before: LivePosition, row: LookRow): { news: LiveNews; position: LivePosition } {
  const seenIds = row.changes.map(({ id }) => BigInt(id));
  const unseen = withoutSeen(before.unseenChanges, seenIds, row.looked_at);
  // If the result is incomplete, the ids that it lacks may or may not have been committed.
  const isTooMuch = seenIds.length >= CHANGES_LISTED_MAX;
  const unseenChanges = isTooMuch ? unseen : withoutSettled(unseen, row.looked_at);
  const identifiers = new Set(row.changes.map(({ assetIdentifier }) => assetIdentifier));
  const marks = marksOf(row);
  return {
    news: {
      assetIdentifiers: isTooMuch ? [] : [...identifiers],
      areAssetsChanged: marks.assetsMark !== before.assetsMark,
      areNotificationsChanged: marks.notificationsMark !== before.notificationsMark,
      isTooMuch,
    },
    position: { unseenChanges, ...marks },
  };
}

const marksOf = ({ assets_mark, notifications_mark }: MarksRow) => ({
  assetsMark: assets_mark,
  notificationsMark: notifications_mark,
});

/**
 * A statement is ended after 10 s and an idle transaction after another 4 s. After that, the transaction can no longer
 * commit.
 */
const COMMITTED_WITHIN_MS = 20_000;

/**
 * Returns the unseen ids that remain after some were seen. A gap before a seen id is kept. Both lists must be ascending
 * and are read only once.
 */
export function withoutSeen(
  unseen: readonly UnseenIds[],
  seenIds: readonly bigint[],
  lookedAt: Date,
): readonly UnseenIds[] {
  const left: UnseenIds[] = [];
  let index = 0;
  for (const { first, last, since: noticedAt } of unseen) {
    const since = last === null ? lookedAt : noticedAt;
    let next = first;
    const isHere = (id: bigint) => last === null || id <= last;
    for (let id = seenIds[index]; id !== undefined && isHere(id); id = seenIds[index]) {
      index += 1;
      if (id < next) continue;
      if (id > next) left.push({ first: next, last: id - 1n, since });
      next = id + 1n;
    }
    if (last === null || next <= last) left.push({ first: next, last, since });
  }
  return left;
}

/** Returns the ids that a running transaction may still commit. */
export function withoutSettled(unseen: readonly UnseenIds[], lookedAt: Date): readonly UnseenIds[] {
  const settledMs = lookedAt.getTime() - COMMITTED_WITHIN_MS;
  return unseen.filter(({ last, since }) => last === null || since.getTime() > settledMs);
}

/** The maximum number of changes that one check lists. If there are more, the check reports that there are too many. */
const CHANGES_LISTED_MAX = 500;

/** An id that is greater than every other id. */
export const LAST_ID = 9_223_372_036_854_775_807n;

/**
 * Returns SQL for a mark that changes whenever a row does, regardless of clocks: the id of the transaction that last
 * wrote the row. Only the rows that sort last are read, because a change to an older row moves it there or also writes to
 * another table that is read.
 */
const markOf = (rows: string) =>
  sql`COALESCE((SELECT sum(xmin::text::bigint)::text FROM (${raw(rows)}) AS marked), '')`;

/**
 * After an import, hundreds of assets have the same time, and an edit by a process whose clock is slow would not be
 * among the newest rows. Every change of an asset and every import also writes an audit entry. The mark uses the
 * entries' ids, because chaining rewrites their rows.
 */
const AUDITED_ASSETS = sql`COALESCE((SELECT sum(id)::text FROM (
      SELECT id FROM audit_entry WHERE subject LIKE 'asset%' ORDER BY id DESC LIMIT 500
    ) AS marked), '')`;

const MARKS = sql`
  statement_timestamp() AS looked_at,
  concat_ws(' ',
    ${markOf("SELECT xmin FROM asset ORDER BY updated_at DESC LIMIT 500")},
    ${AUDITED_ASSETS},
    ${markOf("SELECT xmin FROM document_event ORDER BY id DESC LIMIT 100")}
  ) AS assets_mark,
  concat_ws(' ',
    ${markOf("SELECT xmin FROM notification ORDER BY created_at DESC, id DESC LIMIT 100")},
    ${markOf(`SELECT xmin FROM notification
      WHERE (state, created_at, id) >= ('pending', '-infinity', '00000000-0000-0000-0000-000000000000') AND state <= 'pending'
      ORDER BY state, created_at, id LIMIT 100`)},
    ${markOf("SELECT xmin FROM delivery_attempt ORDER BY id DESC LIMIT 100")},
    ${markOf("SELECT xmin FROM webhook_configuration WHERE id = 1")}
  ) AS notifications_mark`;

/** The SQL statements that detect changes (decision 0030), exported to test their query plans. */
export const LIVE_STATEMENTS = {
  /** The scalar subquery looks up the asset of each row by index. */
  look: statement<{ firsts: readonly string[]; lasts: readonly string[] }>(
    "live-look",
    ({ firsts, lasts }) => sql`
SELECT ${MARKS},
  ARRAY(
    SELECT json_build_object('id', change.id::text, 'assetIdentifier', (
      SELECT asset_identifier FROM staged_document WHERE uuid = change.document_uuid
    ))
    FROM unnest(${firsts}::bigint[], ${lasts}::bigint[]) AS unseen (first, last), LATERAL (
      SELECT id, document_uuid FROM status_change WHERE id BETWEEN unseen.first AND unseen.last
      ORDER BY id LIMIT ${CHANGES_LISTED_MAX}
    ) AS change
    ORDER BY change.id
  ) AS changes`,
  ),
  /** Reads the starting position. Gaps among the newest ids belong to changes that are not committed yet. */
  begin: statement(
    "live-begin",
    () => sql`
WITH newest AS (
  SELECT id, lag(id) OVER (ORDER BY id) AS before
  FROM (SELECT id FROM status_change ORDER BY id DESC LIMIT 20000) AS last_ids
)
SELECT ${MARKS},
  COALESCE((SELECT max(id) FROM status_change), 0)::text AS last_id,
  ARRAY(
    SELECT json_build_object('first', (before + 1)::text, 'last', (id - 1)::text)
    FROM newest WHERE id > before + 1 ORDER BY id
  ) AS gaps`,
  ),
} as const;
