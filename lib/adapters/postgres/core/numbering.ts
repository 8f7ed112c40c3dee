import type pg from "pg";
import sql from "sql-template-tag";
import { statement } from "./query";
import { queryAtOnce } from "./query-at-once";

/**
 * The advisory lock that a transaction holds while it assigns numbers, until it commits. The number of the lock is
 * arbitrary, but nothing else in the product may use it.
 */
const NUMBERING_LOCK = 7_305_260_121;

/** The SQL statements that assign numbers in the feed, exported to test their query plans. */
export const NUMBERING_STATEMENTS = {
  /**
   * This is a separate statement, because only a statement that starts after the lock has been acquired sees everything
   * that the previous holder committed.
   */
  lock: statement("status-feed-lock", () => sql`SELECT pg_advisory_xact_lock(${NUMBERING_LOCK})`),
  number: statement<{ countMax: number }>(
    "status-feed-number",
    ({ countMax }) => sql`
WITH waiting AS (
  SELECT id, row_number() OVER (ORDER BY id) AS position
  FROM (SELECT id FROM status_change WHERE listed AND sequence IS NULL ORDER BY id LIMIT ${countMax}) AS next
), given AS (
  SELECT COALESCE(max(sequence), 0) AS last FROM status_change
)
UPDATE status_change SET sequence = given.last + waiting.position
FROM waiting, given
WHERE status_change.id = ANY (ARRAY(SELECT id FROM waiting)) AND status_change.id = waiting.id`,
  ),
} as const;

/**
 * Numbers at most this many changes in a transaction of its own, and returns how many. Only one such transaction runs at
 * a time, in any process.
 */
export async function numberChanges(client: pg.ClientBase, countMax: number): Promise<number> {
  const [, , numbered] = await queryAtOnce(client, [
    "BEGIN",
    NUMBERING_STATEMENTS.lock(),
    NUMBERING_STATEMENTS.number({ countMax }),
    "COMMIT",
  ]);
  return numbered?.rowCount ?? 0;
}
