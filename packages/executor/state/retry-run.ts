import type { Queryable } from "./database";
import { timestamp } from "./transitions";

const RETRY_RUN = `
with retried as (
  update inngest_embedded.run
  set status = 'running', phase = 'call', due_at = $2, changed_at = $2, ended_at = null, error = null, attempt = 0,
    seq = seq + 1, retries = retries + 1
  where id = $1 and status = 'failed'
  returning id
), forgotten as (
  delete from inngest_embedded.step using retried where run_id = retried.id and step.error is not null
)
select true as is_retried from retried
union all select false from inngest_embedded.run where id = $1 and status <> 'failed'`;

/** Continues a failed run: saved results are kept, saved step errors are removed, and the next call is due now. */
export async function retryRun(
  database: Queryable,
  id: string,
  nowMs: number,
): Promise<"retried" | "not-failed" | "unknown"> {
  const [row] = await database.query<{ is_retried: boolean }>(RETRY_RUN, [id, timestamp(nowMs)]);
  if (row === undefined) return "unknown";
  return row.is_retried ? "retried" : "not-failed";
}
