import type pg from "pg";
import type {
  ProcessingStatistics,
  ProcessingStatisticsSource,
} from "@/lib/processing/ports/processing-statistics";
import { createQuery } from "../core/query";

/** The SQL for the statistics, exported to test its query plan. */
export const MEASURE_PROCESSING = {
  name: "processing-statistics",
  text: `
SELECT count(*) FILTER (WHERE state = 'waiting')::int AS "runsWaiting",
       count(*) FILTER (WHERE state = 'taken')::int AS "runsTaken",
       min(created_at) FILTER (WHERE state = 'waiting') AS "oldestWaitingAt"
FROM processing_run WHERE state <> 'ended'`,
};

/** Measures unfinished runs in PostgreSQL. */
export function createProcessingStatistics(pool: pg.Pool): ProcessingStatisticsSource {
  const query = createQuery(pool);
  return {
    async measure() {
      const { rows } = await query<ProcessingStatistics & pg.QueryResultRow>(MEASURE_PROCESSING);
      if (!rows[0]) throw new Error("the statistics of processing returned no row");
      return rows[0];
    },
  };
}
