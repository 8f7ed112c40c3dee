import type { StepError } from "../protocol/step-error";
import type { StoredEvent } from "../protocol/stored-event";
import type { Queryable } from "./database";
import { jsonText, type RunVersion, timestamp } from "./transitions";

/** The ways in which a run ends on its own; for cancellation from outside, see `cancelRuns`. */
export type Ending =
  | { readonly status: "completed"; readonly result: unknown }
  | {
      readonly status: "failed";
      readonly error: StepError;
      /** The failed attempt (0-based) of a step or, if `step` is null, of the function; null if no attempt failed. */
      readonly failedAttempt: { readonly step: string | null; readonly attempt: number } | null;
    };

/** A run that has ended, with the data for its finish events. */
export interface EndedRun {
  readonly id: string;
  readonly functionId: string;
  readonly status: "completed" | "failed" | "cancelled";
  readonly event: StoredEvent;
  /** How many times an operator has retried the run. */
  readonly retries: number;
  readonly result: unknown;
  readonly error: StepError | null;
  /** ISO-8601. */
  readonly endedAt: string;
}

const ENDED_COLUMNS = `
id, function_id as "functionId", status, event, retries, result, error, ended_at as "endedAt"`;

/** The columns to clear when a run ends. */
const NOTHING_NEXT = `
phase = null, due_at = null, seq = seq + 1, step_id = null, step_name = null, wait_event = null, wait_expression = null`;

const END_RUN = `
with ended as (
  update inngest_embedded.run
  set status = $4, ${NOTHING_NEXT}, result = $5::json, error = $6::json, changed_at = $3, ended_at = $3
  where id = $1 and seq = $2 and status = 'running'
  returning ${ENDED_COLUMNS}
), failed as (
  insert into inngest_embedded.attempt (run_id, step_name, attempt, error, at)
  select id, $7, $8, $6::json, $3 from ended where $8::int is not null
)
select * from ended`;

const CANCEL_RUNS = `
update inngest_embedded.run
set status = 'cancelled', ${NOTHING_NEXT}, changed_at = $2, ended_at = $2
where id = any($1::uuid[]) and status = 'running'
returning ${ENDED_COLUMNS}`;

/**
 * Ends a run, in the same transaction as its finish events if it has any; returns null if the caller's version was out of
 * date.
 */
export async function endRun(
  connection: Queryable,
  run: RunVersion,
  nowMs: number,
  ending: Ending,
): Promise<EndedRun | null> {
  const { status } = ending;
  const failedAttempt = status === "failed" ? ending.failedAttempt : null;
  const [row] = await connection.query<EndedRun>(END_RUN, [
    run.id,
    run.seq,
    timestamp(nowMs),
    status,
    status === "completed" ? jsonText(ending.result) : null,
    status === "failed" ? jsonText(ending.error) : null,
    failedAttempt?.step ?? null,
    failedAttempt?.attempt ?? null,
  ]);
  return row ?? null;
}

/**
 * Cancels the runs that are still running, whatever their phase. A response still in flight has no effect, because the
 * seq has changed.
 */
export async function cancelRuns(
  connection: Queryable,
  ids: readonly string[],
  nowMs: number,
): Promise<readonly EndedRun[]> {
  if (ids.length === 0) return [];
  return connection.query<EndedRun>(CANCEL_RUNS, [ids, timestamp(nowMs)]);
}
