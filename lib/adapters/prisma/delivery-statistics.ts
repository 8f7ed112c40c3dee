import type pg from "pg";
import type { DeliveryStatisticsSource } from "@/lib/ports/delivery-statistics";
import { withDatabase } from "./database-errors";

interface StatisticsRow {
  readonly changes_waiting: number;
  readonly notifications_outstanding: number;
  readonly oldest_untold_at: Date | null;
  readonly failing_since: Date | null;
}

/** Two ranges, because each has a partial index of its own. */
const WAITING = `
  SELECT at FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
  UNION ALL
  SELECT at FROM status_change WHERE listed AND sequence IS NULL AND notify AND notification_id IS NULL`;

/** The SQL of the statistics, for its query plan. */
export const MEASURE_DELIVERIES = {
  name: "delivery-statistics",
  text: `
WITH waiting AS (${WAITING}
), untold AS (
  SELECT min(frozen.at) AS at
  FROM notification, LATERAL (
    SELECT at FROM status_change WHERE notification_id = notification.id OFFSET 0
  ) AS frozen
  WHERE notification.state = 'pending' AND NOT notification.is_resend
)
SELECT
  (SELECT count(*) FROM waiting)::int AS changes_waiting,
  (SELECT count(*) FROM notification WHERE state = 'pending')::int AS notifications_outstanding,
  LEAST((SELECT min(at) FROM waiting), (SELECT at FROM untold)) AS oldest_untold_at,
  (SELECT failing_since FROM webhook_configuration WHERE id = 1) AS failing_since`,
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
  };
}
