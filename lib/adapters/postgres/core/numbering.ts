import type pg from "pg";

/**
 * The advisory lock that a transaction holds while it assigns numbers, until it commits. The number of the lock is
 * arbitrary, but nothing else in the product may use it.
 */
export const NUMBERING_LOCK = 7_305_260_121;

/** The SQL statements that assign numbers in the feed, exported to test their query plans. */
export const NUMBERING_STATEMENTS = {
  /**
   * This is a separate statement, because only a statement that starts after the lock has been acquired sees everything
   * that the previous holder committed.
   */
  lock: { name: "status-feed-lock", text: "SELECT pg_advisory_xact_lock($1)" },
  number: {
    name: "status-feed-number",
    text: `
WITH waiting AS (
  SELECT id, row_number() OVER (ORDER BY id) AS position
  FROM (SELECT id FROM status_change WHERE listed AND sequence IS NULL ORDER BY id LIMIT $1) AS next
), given AS (
  SELECT COALESCE(max(sequence), 0) AS last FROM status_change
)
UPDATE status_change SET sequence = given.last + waiting.position
FROM waiting, given
WHERE status_change.id = ANY (ARRAY(SELECT id FROM waiting)) AND status_change.id = waiting.id`,
  },
} as const;

/**
 * Returns the statements of a transaction that numbers at most this many changes, by one transaction at a time. The row
 * count of the third result is how many it numbered.
 */
export const numberingTransaction = (countMax: number): readonly (string | pg.QueryConfig)[] => [
  "BEGIN",
  { ...NUMBERING_STATEMENTS.lock, values: [NUMBERING_LOCK] },
  { ...NUMBERING_STATEMENTS.number, values: [countMax] },
  "COMMIT",
];
