/** The maximum number of changes that one check lists. If there are more, the check reports that there are too many. */
export const CHANGES_LISTED_MAX = 500;

/** An id that is greater than every other id. */
export const LAST_ID = 9_223_372_036_854_775_807n;

/**
 * Returns SQL for a mark that changes whenever a row does, regardless of clocks: the id of the transaction that last
 * wrote the row. Only the rows that sort last are read, because a change to an older row moves it there or also writes to
 * another table that is read.
 */
const markOf = (rows: string) =>
  `COALESCE((SELECT sum(xmin::text::bigint)::text FROM (${rows}) AS marked), '')`;

/**
 * After an import, hundreds of assets have the same time, and an edit by a process whose clock is slow would not be
 * among the newest rows. Every change of an asset and every import also writes an audit entry. The mark uses the
 * entries' ids, because chaining rewrites their rows.
 */
const AUDITED_ASSETS = `COALESCE((SELECT sum(id)::text FROM (
      SELECT id FROM audit_entry WHERE subject LIKE 'asset%' ORDER BY id DESC LIMIT 500
    ) AS marked), '')`;

const MARKS = `
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
  /** $1 and $2 are the first and last ids of each range. The scalar subquery looks up the asset of each row by index. */
  look: {
    name: "live-look",
    text: `
SELECT ${MARKS},
  ARRAY(
    SELECT json_build_object('id', change.id::text, 'assetIdentifier', (
      SELECT asset_identifier FROM staged_document WHERE uuid = change.document_uuid
    ))
    FROM unnest($1::bigint[], $2::bigint[]) AS unseen (first, last), LATERAL (
      SELECT id, document_uuid FROM status_change WHERE id BETWEEN unseen.first AND unseen.last
      ORDER BY id LIMIT ${CHANGES_LISTED_MAX}
    ) AS change
    ORDER BY change.id
  ) AS changes`,
  },
  /** Reads the starting position. Gaps among the newest ids belong to changes that are not committed yet. */
  begin: {
    name: "live-begin",
    text: `
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
  },
} as const;
