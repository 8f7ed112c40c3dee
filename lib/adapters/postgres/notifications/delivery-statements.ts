import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { DeliveryRun, OverdueLimits } from "@/lib/notifications/ports";
import { type Places, statement } from "../core/query";
import { ATTEMPT_COLUMNS, type AttemptValues } from "./delivery-rows";

/** The values of an attempt that is saved. */
export type SavedAttemptValues = AttemptValues & { readonly nextAttemptAt: Date | null };

/**
 * Saves an attempt regardless of its notification's state, because the request was made. Saving the same attempt again
 * does nothing.
 */
export const insertAttempt = (attempt: Places<SavedAttemptValues>, condition: Sql = empty) => sql`
  INSERT INTO delivery_attempt (${raw(ATTEMPT_COLUMNS.join(", "))}, next_attempt_at)
  SELECT ${join(
    ATTEMPT_COLUMNS.map((column) => attempt[column]),
    ", ",
  )}, ${attempt.nextAttemptAt}::timestamptz ${condition}
  ON CONFLICT (notification_id, generation, n) DO NOTHING
  RETURNING id`;

/** A pending notification is overdue if its run has not been woken since it became due, or was woken too long ago. */
const isOverdue = (
  limits: Places<OverdueLimits>,
) => sql`state = 'pending' AND next_attempt_at < ${limits.dueBefore} AND (
    woken_at IS NULL OR woken_at < next_attempt_at
    OR woken_at < CASE WHEN next_attempt_at < ${limits.lateBefore} THEN ${limits.lateWokenBefore}::timestamptz ELSE ${limits.wokenBefore}::timestamptz END
  )`;

/** The values of a delivered attempt. */
type Delivered = SavedAttemptValues & { readonly at: Date };

/**
 * A 200 settles the notification even if a newer generation has started, because the receiver has it. If the notification
 * is already settled, the attempt is only counted.
 */
const settle = (attempt: Places<Delivered>) => sql`
UPDATE notification SET
  state = CASE state WHEN 'pending' THEN 'delivered' ELSE state END,
  settled_at = COALESCE(settled_at, ${attempt.at}::timestamptz),
  attempts = attempts + (SELECT count(*)::int FROM attempt),
  series_started_at = COALESCE(series_started_at, ${attempt.started_at}),
  next_attempt_at = NULL, next_cause = NULL, resent_by = NULL, planned_at = NULL
WHERE id = ${attempt.notification_id} AND (state = 'pending' OR EXISTS (SELECT FROM attempt))`;

/** The SQL statements of deliveries (decision 0025), exported to test their query plans. */
export const DELIVERY_STATEMENTS = {
  load: statement<DeliveryRun & { n: number }>(
    "delivery-load",
    ({ notificationId, generation, n }) => sql`
SELECT body, state, is_resend, generation, generation_at, series_started_at, slot, last_interval_ms, attempts,
  next_attempt_at, next_cause, resent_by, planned_at, notification.created_at, attempt.saved_n,
  url, secret, previous_secret, previous_secret_expires_at,
  ARRAY(SELECT DISTINCT request_id FROM status_change
        WHERE notification_id = notification.id AND request_id IS NOT NULL) AS request_ids
FROM notification
LEFT JOIN webhook_configuration ON webhook_configuration.id = 1
LEFT JOIN LATERAL (
  SELECT n AS saved_n FROM delivery_attempt WHERE notification_id = ${notificationId} AND generation = ${generation} AND n = ${n}
) AS attempt ON true
WHERE notification.id = ${notificationId}`,
  ),
  /** Every statement that runs after this one sees everything that previous holders of the lock committed. */
  lockReceiver: statement(
    "delivery-lock-receiver",
    () => sql`
SELECT url, failing_since, recovered_at FROM webhook_configuration WHERE id = 1 FOR NO KEY UPDATE`,
  ),
  /**
   * Writes nothing if the receiver is failing, because a transaction that saves a recovery must lock the receiver's row
   * first.
   */
  saveDeliveredUnlessFailing: statement<Delivered>(
    "delivery-save-delivered-unless-failing",
    (attempt) => sql`
WITH receiver AS (
  SELECT EXISTS (SELECT FROM webhook_configuration WHERE id = 1 AND failing_since IS NOT NULL) AS is_failing
), attempt AS (${insertAttempt(attempt, sql`FROM receiver WHERE NOT is_failing`)}
), settled AS (${settle(attempt)} AND NOT (SELECT is_failing FROM receiver)
)
SELECT is_failing FROM receiver`,
  ),
  saveDelivered: statement<Delivered>(
    "delivery-save-delivered",
    (attempt) => sql`
WITH attempt AS (${insertAttempt(attempt)}
)${settle(attempt)}`,
  ),
  noteFailing: statement<{ at: Date }>(
    "delivery-note-failing",
    ({ at }) =>
      sql`UPDATE webhook_configuration SET failing_since = ${at} WHERE id = 1 AND failing_since IS NULL`,
  ),
  noteRecovered: statement<{ at: Date }>(
    "delivery-note-recovered",
    ({ at }) => sql`
UPDATE webhook_configuration SET failing_since = NULL, recovered_at = ${at} WHERE id = 1 AND failing_since IS NOT NULL`,
  ),
  /**
   * Returns no row if the attempt was already saved. The attempt counts even if a newer generation has started, because
   * the request was made.
   */
  saveAttempt: statement<SavedAttemptValues>(
    "delivery-save-attempt",
    (attempt) => sql`
WITH attempt AS (${insertAttempt(attempt)}
)
UPDATE notification SET attempts = attempts + 1 WHERE id = ${attempt.notification_id} AND EXISTS (SELECT FROM attempt)
RETURNING id`,
  ),
  /**
   * After its last attempt, a series keeps that attempt's numbers (`slot`, `last_interval_ms`). The numbers are NULL only
   * in a notification's first series.
   */
  decideNext: statement<
    DeliveryRun & {
      startedAt: Date;
      /** Null if there is no next attempt. */
      nextAt: Date | null;
      at: Date;
      cause: string | null;
      plannedAt: Date | null;
      notBefore: Date | null;
      seriesStartedAt: Date | null;
      slot: number | null;
      lastIntervalMs: number | null;
    }
  >(
    "delivery-decide-next",
    ({
      notificationId,
      generation,
      startedAt,
      nextAt,
      at,
      cause,
      plannedAt,
      notBefore,
      seriesStartedAt,
      slot,
      lastIntervalMs,
    }) => sql`
UPDATE notification SET
  state = CASE WHEN ${nextAt}::timestamptz IS NULL THEN 'undelivered' ELSE state END,
  settled_at = CASE WHEN ${nextAt}::timestamptz IS NULL THEN ${at}::timestamptz END,
  next_attempt_at = ${nextAt}::timestamptz,
  next_cause = ${cause},
  resent_by = NULL,
  planned_at = ${plannedAt}::timestamptz,
  not_before = ${notBefore}::timestamptz,
  series_started_at = COALESCE(${seriesStartedAt}::timestamptz, series_started_at, ${startedAt}::timestamptz),
  slot = COALESCE(${slot}::smallint, slot),
  last_interval_ms = COALESCE(${lastIntervalMs}::int, last_interval_ms)
WHERE id = ${notificationId} AND generation = ${generation} AND state = 'pending'`,
  ),
  postpone: statement<DeliveryRun & { until: Date | null; at: Date }>(
    "delivery-postpone",
    ({ notificationId, generation, until, at }) => sql`
UPDATE notification SET
  state = CASE WHEN ${until}::timestamptz IS NULL THEN 'undelivered' ELSE state END,
  settled_at = CASE WHEN ${until}::timestamptz IS NULL THEN ${at}::timestamptz END,
  next_attempt_at = ${until}::timestamptz,
  next_cause = CASE WHEN ${until}::timestamptz IS NULL THEN NULL ELSE 'schedule' END,
  planned_at = CASE WHEN ${until}::timestamptz IS NULL THEN NULL ELSE planned_at END
WHERE id = ${notificationId} AND generation = ${generation} AND state = 'pending'`,
  ),
  readOutcome: statement<DeliveryRun>(
    "delivery-read-outcome",
    ({ notificationId, generation }) => sql`
SELECT next_attempt_at FROM notification WHERE id = ${notificationId} AND generation = ${generation} AND state = 'pending'`,
  ),
  beginGeneration: statement<DeliveryRun & { at: Date }>(
    "delivery-begin-generation",
    ({ notificationId, generation, at }) => sql`
UPDATE notification SET generation = generation + 1, generation_at = ${at}
WHERE id = ${notificationId} AND generation = ${generation} AND state = 'pending'
RETURNING id AS "notificationId", generation`,
  ),
  hasOverdue: statement<OverdueLimits>(
    "delivery-has-overdue",
    (limits) => sql`SELECT EXISTS (SELECT FROM notification WHERE ${isOverdue(limits)}) AS found`,
  ),
  /**
   * Skips rows that another process is claiming, so that several processes share the work. Without the array, the
   * planner, which does not know the limit, would read all notifications to find the few due ones.
   */
  claimOverdue: statement<OverdueLimits & { at: Date; countMax: number }>(
    "delivery-claim-overdue",
    (claim) => sql`
WITH overdue AS (
  SELECT id, woken_at FROM notification
  WHERE ${isOverdue(claim)}
  ORDER BY next_attempt_at
  LIMIT ${claim.countMax}
  FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE notification SET woken_at = ${claim.at}
FROM overdue
WHERE notification.id = ANY (ARRAY(SELECT id FROM overdue)) AND notification.id = overdue.id
RETURNING notification.id AS "notificationId", generation, generation_at AS "generationAt",
  next_attempt_at AS "nextAttemptAt", overdue.woken_at AS "wokenBeforeAt"`,
  ),
  /** Used when the webhook URL has changed. */
  makeAllDue: statement<{ at: Date }>(
    "delivery-make-all-due",
    ({ at }) => sql`
UPDATE notification SET next_attempt_at = ${at}, next_cause = 'configuration'
WHERE state = 'pending' AND next_attempt_at > ${at}
RETURNING id AS "notificationId", generation`,
  ),
  /** The port describes the guarantees. `recoveredBefore` is the time of the previous recovery. */
  recoverAll: statement<{ at: Date; recoveredBefore: Date | null }>(
    "delivery-recover-all",
    ({ at, recoveredBefore }) => sql`
UPDATE notification SET next_attempt_at = due.at, next_cause = 'recovery'
FROM (
  SELECT waiting.id, GREATEST(${at}::timestamptz, waiting.not_before, last.started_at + LEAST(
    GREATEST((${at} - waiting.created_at) / 10, interval '1 second'),
    CASE WHEN ${recoveredBefore}::timestamptz BETWEEN waiting.created_at AND last.started_at THEN NULL
      ELSE interval '30 seconds' END
  )) AS at
  FROM notification AS waiting, LATERAL (
    SELECT max(started_at) AS started_at FROM delivery_attempt WHERE notification_id = waiting.id
  ) AS last
  WHERE waiting.state = 'pending' AND waiting.next_attempt_at > ${at}
) AS due
WHERE notification.id = due.id AND state = 'pending' AND next_attempt_at > due.at
RETURNING notification.id AS "notificationId", generation`,
  ),
} as const;
