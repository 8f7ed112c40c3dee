import { epochMs, type Queryable } from "./database";
import { timestamp } from "./transitions";

/** The next time at which a cron trigger of a function fires. */
export interface CronTrigger {
  readonly functionId: string;
  readonly expression: string;
  readonly nextAtMs: number;
}

const REPLACE_CRONS = `
with served as (
  select * from unnest($1::text[], $2::text[], $3::timestamptz[]) as served (function_id, expression, next_at)
), gone as (
  delete from inngest_embedded.cron
  where not exists (select from served where served.function_id = cron.function_id and served.expression = cron.expression)
), new as (
  insert into inngest_embedded.cron select * from served
  on conflict (function_id, expression) do update set next_at = excluded.next_at where cron.next_at > excluded.next_at
)
select function_id as "functionId", expression, ${epochMs("least(cron.next_at, served.next_at)")} as "nextAtMs"
from served left join inngest_embedded.cron using (function_id, expression)`;

const MOVE_CRON =
  "update inngest_embedded.cron set next_at = $3 where function_id = $1 and expression = $2";

/**
 * Replaces the stored crons with these and returns them. A cron that was already stored keeps its next time, unless that
 * time is later than the new one, which means that the clock was wrong.
 */
export function replaceCrons(
  database: Queryable,
  crons: readonly CronTrigger[],
): Promise<readonly CronTrigger[]> {
  return database.query<CronTrigger>(REPLACE_CRONS, [
    crons.map(({ functionId }) => functionId),
    crons.map(({ expression }) => expression),
    crons.map(({ nextAtMs }) => timestamp(nextAtMs)),
  ]);
}

/** Stores when the cron fires next, inside the transaction that stores its tick. */
export async function moveCron(connection: Queryable, cron: CronTrigger): Promise<void> {
  await connection.query(MOVE_CRON, [cron.functionId, cron.expression, timestamp(cron.nextAtMs)]);
}
