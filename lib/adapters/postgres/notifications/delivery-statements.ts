import { ATTEMPT_COLUMNS } from "./delivery-rows";

/** Returns a placeholder for a value that follows those of the attempt. */
export const afterAttempt = (position: number) => `$${ATTEMPT_COLUMNS.length + position}`;

/**
 * Saves an attempt regardless of its notification's state, because the request was made. Saving the same attempt again
 * does nothing.
 */
const insertAttempt = (condition = "") => `
  INSERT INTO delivery_attempt (${ATTEMPT_COLUMNS.join(", ")}, next_attempt_at)
  SELECT ${ATTEMPT_COLUMNS.map((_, index) => `$${index + 1}`).join(", ")}, ${afterAttempt(1)}::timestamptz ${condition}
  ON CONFLICT (notification_id, generation, n) DO NOTHING
  RETURNING id`;

/** The insert statement without a condition. */
export const INSERT_ATTEMPT = insertAttempt();

/** A pending notification is overdue if its run has not been woken since it became due, or was woken too long ago. */
const IS_OVERDUE = `state = 'pending' AND next_attempt_at < $1 AND (
    woken_at IS NULL OR woken_at < next_attempt_at
    OR woken_at < CASE WHEN next_attempt_at < $2 THEN $4::timestamptz ELSE $3::timestamptz END
  )`;

/**
 * A 200 settles the notification even if a newer generation has started, because the receiver has it. If the notification
 * is already settled, the attempt is only counted.
 */
const SETTLE = `
UPDATE notification SET
  state = CASE state WHEN 'pending' THEN 'delivered' ELSE state END,
  settled_at = COALESCE(settled_at, ${afterAttempt(2)}::timestamptz),
  attempts = attempts + (SELECT count(*)::int FROM attempt),
  series_started_at = COALESCE(series_started_at, $5),
  next_attempt_at = NULL, next_cause = NULL, resent_by = NULL, planned_at = NULL
WHERE id = $1 AND (state = 'pending' OR EXISTS (SELECT FROM attempt))`;

/** The SQL statements of deliveries (decision 0025), exported to test their query plans. */
export const DELIVERY_STATEMENTS = {
  load: {
    name: "delivery-load",
    text: `
SELECT body, state, is_resend, generation, generation_at, series_started_at, slot, last_interval_ms, attempts,
  next_attempt_at, next_cause, resent_by, planned_at, notification.created_at, attempt.saved_n,
  url, secret, previous_secret, previous_secret_expires_at,
  ARRAY(SELECT DISTINCT request_id FROM status_change
        WHERE notification_id = notification.id AND request_id IS NOT NULL) AS request_ids
FROM notification
LEFT JOIN webhook_configuration ON webhook_configuration.id = 1
LEFT JOIN LATERAL (
  SELECT n AS saved_n FROM delivery_attempt WHERE notification_id = $1 AND generation = $2 AND n = $3
) AS attempt ON true
WHERE notification.id = $1`,
  },
  /** Every statement that runs after this one sees everything that previous holders of the lock committed. */
  lockReceiver: {
    name: "delivery-lock-receiver",
    text: `
SELECT url, failing_since, recovered_at FROM webhook_configuration WHERE id = 1 FOR NO KEY UPDATE`,
  },
  /**
   * Writes nothing if the receiver is failing, because a transaction that saves a recovery must lock the receiver's row
   * first.
   */
  saveDeliveredUnlessFailing: {
    name: "delivery-save-delivered-unless-failing",
    text: `
WITH receiver AS (
  SELECT EXISTS (SELECT FROM webhook_configuration WHERE id = 1 AND failing_since IS NOT NULL) AS is_failing
), attempt AS (${insertAttempt("FROM receiver WHERE NOT is_failing")}
), settled AS (${SETTLE} AND NOT (SELECT is_failing FROM receiver)
)
SELECT is_failing FROM receiver`,
  },
  saveDelivered: {
    name: "delivery-save-delivered",
    text: `
WITH attempt AS (${INSERT_ATTEMPT}
)${SETTLE}`,
  },
  noteFailing: {
    name: "delivery-note-failing",
    text: "UPDATE webhook_configuration SET failing_since = $1 WHERE id = 1 AND failing_since IS NULL",
  },
  noteRecovered: {
    name: "delivery-note-recovered",
    text: `
UPDATE webhook_configuration SET failing_since = NULL, recovered_at = $1 WHERE id = 1 AND failing_since IS NOT NULL`,
  },
  /**
   * Returns no row if the attempt was already saved. The attempt counts even if a newer generation has started, because
   * the request was made.
   */
  saveAttempt: {
    name: "delivery-save-attempt",
    text: `
WITH attempt AS (${INSERT_ATTEMPT}
)
UPDATE notification SET attempts = attempts + 1 WHERE id = $1 AND EXISTS (SELECT FROM attempt)
RETURNING id`,
  },
  /**
   * After its last attempt, a series keeps that attempt's numbers (`slot`, `last_interval_ms`). The numbers are NULL only
   * in a notification's first series.
   */
  decideNext: {
    name: "delivery-decide-next",
    text: `
UPDATE notification SET
  state = CASE WHEN $4::timestamptz IS NULL THEN 'undelivered' ELSE state END,
  settled_at = CASE WHEN $4::timestamptz IS NULL THEN $5::timestamptz END,
  next_attempt_at = $4::timestamptz,
  next_cause = $6,
  resent_by = NULL,
  planned_at = $7::timestamptz,
  not_before = $8::timestamptz,
  series_started_at = COALESCE($9::timestamptz, series_started_at, $3::timestamptz),
  slot = COALESCE($10::smallint, slot),
  last_interval_ms = COALESCE($11::int, last_interval_ms)
WHERE id = $1 AND generation = $2 AND state = 'pending'`,
  },
  postpone: {
    name: "delivery-postpone",
    text: `
UPDATE notification SET
  state = CASE WHEN $3::timestamptz IS NULL THEN 'undelivered' ELSE state END,
  settled_at = CASE WHEN $3::timestamptz IS NULL THEN $4::timestamptz END,
  next_attempt_at = $3::timestamptz,
  next_cause = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE 'schedule' END,
  planned_at = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE planned_at END
WHERE id = $1 AND generation = $2 AND state = 'pending'`,
  },
  readOutcome: {
    name: "delivery-read-outcome",
    text: `
SELECT next_attempt_at FROM notification WHERE id = $1 AND generation = $2 AND state = 'pending'`,
  },
  beginGeneration: {
    name: "delivery-begin-generation",
    text: `
UPDATE notification SET generation = generation + 1, generation_at = $3
WHERE id = $1 AND generation = $2 AND state = 'pending'
RETURNING id AS "notificationId", generation`,
  },
  hasOverdue: {
    name: "delivery-has-overdue",
    text: `SELECT EXISTS (SELECT FROM notification WHERE ${IS_OVERDUE}) AS found`,
  },
  /**
   * Skips rows that another process is claiming, so that several processes share the work. Without the array, the
   * planner, which does not know the limit, would read all notifications to find the few due ones.
   */
  claimOverdue: {
    name: "delivery-claim-overdue",
    text: `
WITH overdue AS (
  SELECT id, woken_at FROM notification
  WHERE ${IS_OVERDUE}
  ORDER BY next_attempt_at
  LIMIT $6
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE notification SET woken_at = $5
FROM overdue
WHERE notification.id = ANY (ARRAY(SELECT id FROM overdue)) AND notification.id = overdue.id
RETURNING notification.id AS "notificationId", generation, generation_at AS "generationAt",
  next_attempt_at AS "nextAttemptAt", overdue.woken_at AS "wokenBeforeAt"`,
  },
  /** Used when the webhook URL has changed. */
  makeAllDue: {
    name: "delivery-make-all-due",
    text: `
UPDATE notification SET next_attempt_at = $1, next_cause = 'configuration'
WHERE state = 'pending' AND next_attempt_at > $1
RETURNING id AS "notificationId", generation`,
  },
  /** The port describes the guarantees. $2 is the time of the previous recovery, or null. */
  recoverAll: {
    name: "delivery-recover-all",
    text: `
UPDATE notification SET next_attempt_at = due.at, next_cause = 'recovery'
FROM (
  SELECT waiting.id, GREATEST($1::timestamptz, waiting.not_before, last.started_at + LEAST(
    GREATEST(($1 - waiting.created_at) / 10, interval '1 second'),
    CASE WHEN $2::timestamptz BETWEEN waiting.created_at AND last.started_at THEN NULL
      ELSE interval '30 seconds' END
  )) AS at
  FROM notification AS waiting, LATERAL (
    SELECT max(started_at) AS started_at FROM delivery_attempt WHERE notification_id = waiting.id
  ) AS last
  WHERE waiting.state = 'pending' AND waiting.next_attempt_at > $1
) AS due
WHERE notification.id = due.id AND state = 'pending' AND next_attempt_at > due.at
RETURNING notification.id AS "notificationId", generation`,
  },
} as const;
