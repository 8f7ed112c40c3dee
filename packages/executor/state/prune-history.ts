import type { Queryable } from "./database";
import { timestamp } from "./transitions";

const BATCH_ROWS = 500;
const HISTORY_MS = 7 * 86_400_000;

const DELETE_RUNS = `
with old as (
  select id from inngest_embedded.run where ended_at < $1 order by ended_at limit ${BATCH_ROWS}
)
delete from inngest_embedded.run using old where run.id = old.id and ended_at < $1 returning run.id`;

/** An event is kept as long as a run that it started, so that the same event cannot start the run again. */
const DELETE_EVENTS = `
with old as (
  select id from inngest_embedded.event
  where received_at < $1 and not exists (select from inngest_embedded.run where event_id = event.id)
  order by received_at limit ${BATCH_ROWS}
)
delete from inngest_embedded.event using old where event.id = old.id returning event.id`;

/**
 * Deletes runs that ended more than seven days ago and events that arrived more than seven days ago, in small batches.
 * Never deletes anything that belongs to a live run.
 */
export async function pruneHistory(database: Queryable, nowMs: number): Promise<void> {
  const before = timestamp(nowMs - HISTORY_MS);
  for (const statement of [DELETE_RUNS, DELETE_EVENTS]) {
    while ((await database.query(statement, [before])).length === BATCH_ROWS);
  }
}
