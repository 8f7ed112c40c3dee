import type pg from "pg";
import sql from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import type { ProcessingStatistics, ProcessingStatisticsSource } from "@/lib/processing/ports";
import {
  RECENT_STARTS_MAX,
  type ReadingQueue,
  WAITING_COUNT_MAX,
} from "@/lib/processing/rules/reading-forecast";
import { createQuery, statement } from "../core/query";

const { uploadSuccessful, processing } = STATUS;

/** The SQL for the statistics, exported to test its query plan. */
export const MEASURE_PROCESSING = statement(
  "processing-statistics",
  () => sql`
SELECT count(*) FILTER (WHERE state = 'waiting')::int AS "runsWaiting",
       count(*) FILTER (WHERE state = 'taken')::int AS "runsTaken",
       min(created_at) FILTER (WHERE state = 'waiting') AS "oldestWaitingAt"
FROM processing_run WHERE state <> 'ended'`,
);

/**
 * The SQL for the queue, exported to test its query plan. The runs of one asset are read through its documents, so that
 * they are complete and cheap to read however many documents of other assets are waiting.
 */
export const READ_QUEUE = statement<{ assetIdentifier: string | null; startsSince: Date }>(
  "processing-queue",
  ({ assetIdentifier, startsSince }) => sql`
WITH waiting AS MATERIALIZED (
  SELECT created_at FROM processing_run WHERE state = 'waiting' LIMIT ${WAITING_COUNT_MAX}
), own AS MATERIALIZED (
  SELECT created_at FROM waiting WHERE ${assetIdentifier}::text IS NULL
  UNION ALL (
    SELECT run.created_at FROM staged_document AS document
    JOIN processing_run AS run
      ON run.document_uuid = document.uuid AND run.n = document.processing_run AND run.state = 'waiting'
    WHERE document.asset_identifier = ${assetIdentifier} AND document.status IN (${uploadSuccessful}, ${processing})
    LIMIT ${WAITING_COUNT_MAX}
  )
)
SELECT count(*)::int AS "totalCount",
       (SELECT count(*)::int FROM own) AS "waitingCount",
       count(*) FILTER (WHERE created_at <= (SELECT max(created_at) FROM own))::int AS "untilLastCount",
       min(created_at) AS "oldestWaitingAt",
       ARRAY(
         SELECT taken_at FROM processing_run
         WHERE processor IS NOT NULL AND taken_at >= ${startsSince}
         ORDER BY taken_at DESC LIMIT ${RECENT_STARTS_MAX}
       ) AS "recentStartsAt"
FROM waiting`,
);

/** Measures unfinished runs in PostgreSQL. */
export function createProcessingStatistics(pool: pg.Pool): ProcessingStatisticsSource {
  const query = createQuery(pool);
  return {
    async measure() {
      const { rows } = await query<ProcessingStatistics & pg.QueryResultRow>(MEASURE_PROCESSING());
      if (!rows[0]) throw new Error("the statistics of processing returned no row");
      return rows[0];
    },
    async readQueue(assetIdentifier, startsSince) {
      const reading = READ_QUEUE({ assetIdentifier, startsSince });
      const { rows } = await query<ReadingQueue & pg.QueryResultRow>(reading);
      if (!rows[0]) throw new Error("the queue of processing returned no row");
      return rows[0];
    },
  };
}
