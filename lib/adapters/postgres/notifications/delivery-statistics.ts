import type pg from "pg";
import sql from "sql-template-tag";
import type { DeliveryStatisticsSource, ReceiverFailure } from "@/lib/notifications/log-ports";
import { UNDELIVERED_COUNT_MAX } from "@/lib/notifications/rules/notification";
import { createQuery, type Statement, statement } from "../core/query";

/** Two ranges, because each of them has its own partial index. */
const WAITING = sql`
  SELECT at FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
  UNION ALL
  SELECT at FROM status_change WHERE listed AND sequence IS NULL AND notify AND notification_id IS NULL`;

/**
 * Resent notifications are left out because their changes were delivered before, and tests because they contain no
 * changes.
 */
const OLDEST_OUTSTANDING = sql`SELECT min(oldest_change_at) FROM notification WHERE state = 'pending' AND NOT is_resend`;

/**
 * The SQL for the age of the oldest undelivered change, exported to test its query plan. The first pending change is the
 * oldest, except during a commit.
 */
export const FIND_OLDEST_UNTOLD = statement(
  "delivery-oldest-untold",
  () => sql`
SELECT LEAST(
  (${OLDEST_OUTSTANDING}),
  (SELECT at FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
   ORDER BY sequence LIMIT 1),
  (SELECT at FROM status_change WHERE listed AND sequence IS NULL AND notify AND notification_id IS NULL
   ORDER BY id LIMIT 1)
) AS at`,
);

/** The SQL of the statistics, exported to test its query plan. */
export const MEASURE_DELIVERIES = statement(
  "delivery-statistics",
  () => sql`
WITH waiting AS (${WAITING}
)
SELECT
  (SELECT count(*) FROM waiting)::int AS "changesWaiting",
  (SELECT count(*) FROM notification WHERE state = 'pending')::int AS "notificationsOutstanding",
  LEAST((SELECT min(at) FROM waiting), (${OLDEST_OUTSTANDING})) AS "oldestUntoldAt",
  (SELECT failing_since FROM webhook_configuration WHERE id = 1) AS "failingSince"`,
);

/** The SQL for the summary, exported to test its query plan. */
export const SUMMARISE_DELIVERIES = statement(
  "delivery-summary",
  () => sql`
SELECT
  (SELECT min(next_attempt_at) FROM notification WHERE state = 'pending') AS "nextAttemptAt",
  (SELECT count(*) FROM (
     SELECT FROM notification WHERE state = 'undelivered' AND NOT is_test LIMIT ${UNDELIVERED_COUNT_MAX}
   ) AS undelivered)::int AS "undeliveredCount",
  (SELECT max(settled_at) FROM notification WHERE state = 'delivered' AND NOT is_test) AS "lastDeliveredAt"`,
);

/**
 * The SQL for the time since which the receiver has been failing, exported to test its query plan. A successful delivery
 * resets `failing_since`, but a successful test does not.
 */
export const FIND_FAILURE = statement(
  "delivery-failure",
  () => sql`
SELECT failing_since AS since, (
  SELECT started_at FROM (
    SELECT started_at, status, url FROM delivery_attempt ORDER BY id DESC LIMIT 1
  ) AS latest WHERE latest.status = 200 AND latest.url = webhook_configuration.url
) AS "testArrivedAt"
FROM webhook_configuration WHERE id = 1 AND failing_since IS NOT NULL AND url IS NOT NULL`,
);

/** Measures pending changes and notifications in PostgreSQL. */
export function createDeliveryStatistics(pool: pg.Pool): DeliveryStatisticsSource {
  const query = createQuery(pool);
  const queryOne = async <Row extends pg.QueryResultRow>(statement: Statement) => {
    const { rows } = await query<Row>(statement);
    if (!rows[0]) throw new Error("the statistics of deliveries returned no row");
    return rows[0];
  };
  return {
    measure: () => queryOne(MEASURE_DELIVERIES()),
    summarise: () => queryOne(SUMMARISE_DELIVERIES()),
    findFailure: async () => (await query<ReceiverFailure>(FIND_FAILURE())).rows[0] ?? null,
    findOldestUntold: async () => (await queryOne<{ at: Date | null }>(FIND_OLDEST_UNTOLD())).at,
  };
}
