import type pg from "pg";
import type {
  ProcessingStatistics,
  ProcessingStatisticsSource,
} from "@/lib/processing/ports/processing-statistics";
import {
  RECENT_STARTS_MAX,
  type ReadingQueue,
  WAITING_COUNT_MAX,
} from "@/lib/processing/rules/reading-forecast";
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

/**
 * The SQL for the queue, exported to test its query plan. The scalar subquery looks up each document by its key; with a
 * join, PostgreSQL might scan all documents.
 */
export const READ_QUEUE = {
  name: "processing-queue",
  text: `
WITH waiting AS MATERIALIZED (
  SELECT document_uuid, created_at FROM processing_run WHERE state = 'waiting' LIMIT ${WAITING_COUNT_MAX}
), own AS MATERIALIZED (
  SELECT created_at FROM waiting
  WHERE $1::text IS NULL
    OR (SELECT asset_identifier FROM staged_document WHERE uuid = waiting.document_uuid) = $1
)
SELECT count(*)::int AS "totalCount",
       (SELECT count(*)::int FROM own) AS "waitingCount",
       count(*) FILTER (WHERE created_at <= (SELECT max(created_at) FROM own))::int AS "untilLastCount",
       min(created_at) AS "oldestWaitingAt",
       ARRAY(
         SELECT taken_at FROM processing_run
         WHERE processor IS NOT NULL AND taken_at >= $2
         ORDER BY taken_at DESC LIMIT ${RECENT_STARTS_MAX}
       ) AS "recentStartsAt"
FROM waiting`,
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
    async readQueue(assetIdentifier, startsSince) {
      const values = [assetIdentifier, startsSince];
      const { rows } = await query<ReadingQueue & pg.QueryResultRow>(READ_QUEUE, values);
      if (!rows[0]) throw new Error("the queue of processing returned no row");
      return rows[0];
    },
  };
}
