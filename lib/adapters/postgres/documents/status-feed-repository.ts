import type pg from "pg";
import sql from "sql-template-tag";
import type { StatusFeedRepository } from "@/lib/documents/ports";
import type { FeedEntry } from "@/lib/documents/rules/feed-entry";
import { numberChanges } from "../core/numbering";
import { createQuery, statement } from "../core/query";
import { toStatuses } from "../core/rows";
import { onConnection } from "../core/transaction";

interface FeedRow {
  readonly sequence: string;
  readonly at: Date;
  readonly uuid: string;
  readonly from_status: number | null;
  readonly to_status: number;
}

/** The SQL statements of the feed, exported to test their query plans. */
export const FEED_STATEMENTS = {
  /**
   * Reads the first row of the partial index, which has few rows. EXISTS would read the table: changes that are not
   * listed have no number either, so the planner expects to find an unnumbered change in one row of four.
   */
  hasUnnumbered: statement(
    "status-feed-has-unnumbered",
    () => sql`
SELECT (
  SELECT id FROM status_change WHERE listed AND sequence IS NULL ORDER BY id LIMIT 1
) IS NOT NULL AS found`,
  ),
  read: statement<{ after: string; limit: number }>(
    "status-feed-read",
    ({ after, limit }) => sql`
SELECT sequence, at, document_uuid AS uuid, from_status, to_status
FROM status_change
WHERE sequence > ${after}
ORDER BY sequence
LIMIT ${limit}`,
  ),
  /** Reads the last entry of the index on the sequence. */
  findLast: statement(
    "status-feed-find-last",
    () => sql`SELECT COALESCE(max(sequence), 0) AS last FROM status_change`,
  ),
} as const;

/**
 * Stores the feed in PostgreSQL. Numbers are assigned after a change has been committed, by one transaction at a time, so
 * a reader that sees a number also sees all lower numbers, regardless of the order in which the changes were committed.
 */
export function createStatusFeedRepository(pool: pg.Pool): StatusFeedRepository {
  const query = createQuery(pool);
  return {
    async hasUnnumbered() {
      const { rows } = await query<{ found: boolean }>(FEED_STATEMENTS.hasUnnumbered());
      return rows[0]?.found === true;
    },
    numberNext: (countMax) => onConnection(pool, (client) => numberChanges(client, countMax)),
    async read({ after, limit }) {
      const page = FEED_STATEMENTS.read({ after: String(after), limit });
      return (await query<FeedRow>(page)).rows.map(toFeedEntry);
    },
    async findLast() {
      const { rows } = await query<{ last: string }>(FEED_STATEMENTS.findLast());
      return BigInt(rows[0]?.last ?? 0);
    },
  };
}

function toFeedEntry(row: FeedRow): FeedEntry {
  return {
    sequence: BigInt(row.sequence),
    at: row.at,
    uuid: row.uuid,
    ...toStatuses(row),
  };
}
