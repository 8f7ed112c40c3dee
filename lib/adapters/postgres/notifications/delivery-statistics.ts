import type pg from "pg";
import type { DeliveryStatisticsSource } from "@/lib/notifications/ports/delivery-statistics";
import { UNDELIVERED_COUNT_MAX } from "@/lib/notifications/rules/notification";
import { withDatabase } from "../core/database-errors";

interface StatisticsRow {
  readonly changes_waiting: number;
  readonly notifications_outstanding: number;
  readonly oldest_untold_at: Date | null;
  readonly failing_since: Date | null;
}

interface SummaryRow {
  readonly next_attempt_at: Date | null;
  readonly undelivered_count: number;
  readonly last_delivered_at: Date | null;
}

/** Two ranges, because each has a partial index of its own. */
const WAITING = `
  SELECT at FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
  UNION ALL
  SELECT at FROM status_change WHERE listed AND sequence IS NULL AND notify AND notification_id IS NULL`;

/** A resend was told before, and a test holds no change. */
const OLDEST_OUTSTANDING =
  "SELECT min(oldest_change_at) FROM notification WHERE state = 'pending' AND NOT is_resend";

/** The SQL of the age, for its query plan: of what waits the first is the oldest, but for the moments of a commit. */
export const FIND_OLDEST_UNTOLD = {
  name: "delivery-oldest-untold",
  text: `
SELECT LEAST(
  (${OLDEST_OUTSTANDING}),
  (SELECT at FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
   ORDER BY sequence LIMIT 1),
  (SELECT at FROM status_change WHERE listed AND sequence IS NULL AND notify AND notification_id IS NULL
   ORDER BY id LIMIT 1)
) AS at`,
};

/** The SQL of the statistics, for its query plan. */
export const MEASURE_DELIVERIES = {
  name: "delivery-statistics",
  text: `
WITH waiting AS (${WAITING}
)
SELECT
  (SELECT count(*) FROM waiting)::int AS changes_waiting,
  (SELECT count(*) FROM notification WHERE state = 'pending')::int AS notifications_outstanding,
  LEAST((SELECT min(at) FROM waiting), (${OLDEST_OUTSTANDING})) AS oldest_untold_at,
  (SELECT failing_since FROM webhook_configuration WHERE id = 1) AS failing_since`,
};

/** The SQL of the summary, for its query plan. */
export const SUMMARISE_DELIVERIES = {
  name: "delivery-summary",
  text: `
SELECT
  (SELECT min(next_attempt_at) FROM notification WHERE state = 'pending') AS next_attempt_at,
  (SELECT count(*) FROM (
     SELECT FROM notification WHERE state = 'undelivered' AND NOT is_test LIMIT ${UNDELIVERED_COUNT_MAX}
   ) AS undelivered)::int AS undelivered_count,
  (SELECT max(settled_at) FROM notification WHERE state = 'delivered' AND NOT is_test) AS last_delivered_at`,
};

/** What waits, as PostgreSQL sees it. */
export function createDeliveryStatistics(pool: pg.Pool): DeliveryStatisticsSource {
  return {
    async measure() {
      const { rows } = await withDatabase(() => pool.query<StatisticsRow>(MEASURE_DELIVERIES));
      const [row] = rows;
      if (!row) throw new Error("the statistics of deliveries returned no row");
      return {
        changesWaiting: row.changes_waiting,
        notificationsOutstanding: row.notifications_outstanding,
        oldestUntoldAt: row.oldest_untold_at,
        failingSince: row.failing_since,
      };
    },
    async summarise() {
      const { rows } = await withDatabase(() => pool.query<SummaryRow>(SUMMARISE_DELIVERIES));
      const [row] = rows;
      if (!row) throw new Error("the summary of deliveries returned no row");
      return {
        nextAttemptAt: row.next_attempt_at,
        undeliveredCount: row.undelivered_count,
        lastDeliveredAt: row.last_delivered_at,
      };
    },
    async findOldestUntold() {
      const { rows } = await withDatabase(() =>
        pool.query<{ at: Date | null }>(FIND_OLDEST_UNTOLD),
      );
      return rows[0]?.at ?? null;
    },
  };
}
