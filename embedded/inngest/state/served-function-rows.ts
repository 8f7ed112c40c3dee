import type { Queryable, Statement } from "./database";
import { jsonText, timestamp } from "./transitions";

/** When a cron trigger of a function fires next. */
export interface CronTrigger {
  readonly functionId: string;
  readonly expression: string;
  readonly nextAtMs: number;
}

const REPLACE_FUNCTIONS: Statement = {
  name: "replace-functions",
  text: `
with served as (select id, config from unnest($1::text[], $2::json[]) as served (id, config)),
gone as (delete from inngest_embedded.function where id <> all($1))
insert into inngest_embedded.function (id, config) select id, config from served
on conflict (id) do update set config = excluded.config
where function.config::text is distinct from excluded.config::text`,
};

const REPLACE_CRONS: Statement = {
  name: "replace-crons",
  text: `
with served as (
  select * from unnest($1::text[], $2::text[], $3::timestamptz[]) as served (function_id, expression, next_at)
), gone as (
  delete from inngest_embedded.cron
  where not exists (select from served where served.function_id = cron.function_id and served.expression = cron.expression)
), new as (
  insert into inngest_embedded.cron select * from served on conflict do nothing
)
select function_id, expression, coalesce(cron.next_at, served.next_at) as next_at
from served left join inngest_embedded.cron using (function_id, expression)`,
};

const MOVE_CRON: Statement = {
  name: "move-cron",
  text: "update inngest_embedded.cron set next_at = $3 where function_id = $1 and expression = $2",
};

/** The stored functions become exactly these, as they were served; `configs` by function id. */
export async function replaceFunctions(
  database: Queryable,
  configs: ReadonlyMap<string, unknown>,
): Promise<void> {
  await database.query(REPLACE_FUNCTIONS, [
    [...configs.keys()],
    [...configs.values()].map(jsonText),
  ]);
}

/** The stored crons become exactly these; the answer has the next time of those that were there before. */
export async function replaceCrons(
  database: Queryable,
  crons: readonly CronTrigger[],
): Promise<readonly CronTrigger[]> {
  const rows = await database.query<{ function_id: string; expression: string; next_at: Date }>(
    REPLACE_CRONS,
    [
      crons.map(({ functionId }) => functionId),
      crons.map(({ expression }) => expression),
      crons.map(({ nextAtMs }) => timestamp(nextAtMs)),
    ],
  );
  return rows.map((row) => ({
    functionId: row.function_id,
    expression: row.expression,
    nextAtMs: row.next_at.getTime(),
  }));
}

/** Says when it fires next, inside the transaction that stores its tick. */
export async function moveCron(connection: Queryable, cron: CronTrigger): Promise<void> {
  await connection.query(MOVE_CRON, [cron.functionId, cron.expression, timestamp(cron.nextAtMs)]);
}
