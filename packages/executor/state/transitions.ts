import type { StepName } from "../protocol/opcode";
import type { StepError } from "../protocol/step-error";
import type { Queryable } from "./database";

/** The caller's version of a run; a transition does nothing if the run has a different seq or has ended. */
export interface RunVersion {
  readonly id: string;
  readonly seq: number;
}

/** The result of a step: either data or an error, as JSON values. */
export type StepResult = { readonly data: unknown } | { readonly error: StepError };

/** The assignments that make a call to the app the next action, with no failed attempts so far. */
const CALL_NEXT = `
phase = 'call', attempt = 0, seq = seq + 1, step_count = step_count + 1, step_id = null, step_name = null,
wait_event = null, wait_expression = null`;

const SAVE_STEP = `
with moved as (
  update inngest_embedded.run
  set ${CALL_NEXT}, due_at = $3, changed_at = $3, request_version = coalesce($4, request_version),
    seen_position = greatest(seen_position, $5)
  where id = $1 and seq = $2 and status = 'running'
  returning id, step_count
), saved as (
  insert into inngest_embedded.step (run_id, id, position, name, op, data, error, at)
  select id, $6, step_count, $7, $8, $9::json, $10::json, $3 from moved
), failed as (
  insert into inngest_embedded.attempt (run_id, step_name, attempt, error, at)
  select id, $7, $11, $10::json, $3 from moved where $11::int is not null
)
select from moved`;

const END_PAUSE = `
with paused as (
  select id, step_id, step_name, phase from inngest_embedded.run
  where id = $1 and seq = $2 and status = 'running' and phase <> 'call' for update
), moved as (
  update inngest_embedded.run
  set ${CALL_NEXT}, due_at = $3, changed_at = $3, seen_position = greatest(seen_position, $4)
  from paused where run.id = paused.id
  returning run.id, run.step_count
), saved as (
  insert into inngest_embedded.step (run_id, id, position, name, op, data, at)
  select id, paused.step_id, step_count, paused.step_name,
    case paused.phase when 'sleep' then 'Sleep' else 'WaitForEvent' end, 'null'::json, $3
  from moved join paused using (id)
)
select from moved`;

const BEGIN_PAUSE = `
update inngest_embedded.run
set phase = case when $8::text is null then 'sleep' else 'wait' end, attempt = 0, seq = seq + 1, due_at = $4,
  changed_at = $3, request_version = coalesce($5, request_version), step_id = $6, step_name = $7,
  wait_event = $8, wait_expression = $9
where id = $1 and seq = $2 and status = 'running'
returning id`;

const REPEAT_CALL = `
with moved as (
  update inngest_embedded.run
  set attempt = attempt + 1, seq = seq + 1, due_at = $4, changed_at = $3,
    request_version = coalesce($5, request_version)
  where id = $1 and seq = $2 and status = 'running'
  returning id, attempt
), failed as (
  insert into inngest_embedded.attempt (run_id, step_name, attempt, error, at)
  select id, $6, attempt - 1, $7::json, $3 from moved
)
select from moved`;

/**
 * Saves a step and makes the next call due now; returns false if the caller's version of the run was out of date.
 * `failedAttempt` (0-based) also records the error as a failed attempt; null records none.
 */
export async function saveStep(
  database: Queryable,
  run: RunVersion,
  change: {
    readonly nowMs: number;
    readonly requestVersion: number | null;
    readonly seenPosition: number;
    readonly step: StepName;
    readonly op: string;
    readonly result: StepResult;
    readonly failedAttempt: number | null;
  },
): Promise<boolean> {
  const { step, result } = change;
  const rows = await database.query(SAVE_STEP, [
    run.id,
    run.seq,
    timestamp(change.nowMs),
    change.requestVersion,
    change.seenPosition,
    step.id,
    step.name,
    change.op,
    "error" in result ? null : jsonText(result.data),
    "error" in result ? jsonText(result.error) : null,
    change.failedAttempt,
  ]);
  return rows.length > 0;
}

/** Ends a sleep, or a wait that has timed out: the step's result is saved as null, and the next call is due now. */
export async function endPause(
  database: Queryable,
  run: RunVersion,
  change: { readonly nowMs: number; readonly seenPosition: number },
): Promise<boolean> {
  const values = [run.id, run.seq, timestamp(change.nowMs), change.seenPosition];
  return (await database.query(END_PAUSE, values)).length > 0;
}

/** A sleep or a wait for an event, until `dueAtMs`. */
export interface Pause {
  readonly nowMs: number;
  readonly dueAtMs: number;
  readonly requestVersion: number | null;
  readonly step: StepName;
}

/** The event that a run is waiting for; without an expression, any event with that name matches. */
export interface AwaitedEvent {
  readonly event: string;
  readonly expressionText: string | null;
}

/**
 * Makes the run wait for an event or, if `awaited` is null, sleep. For a wait, call it only while no event can be
 * stored.
 */
export async function beginPause(
  database: Queryable,
  run: RunVersion,
  pause: Pause,
  awaited: AwaitedEvent | null,
): Promise<boolean> {
  const rows = await database.query(BEGIN_PAUSE, [
    run.id,
    run.seq,
    timestamp(pause.nowMs),
    timestamp(pause.dueAtMs),
    pause.requestVersion,
    pause.step.id,
    pause.step.name,
    awaited?.event ?? null,
    awaited?.expressionText ?? null,
  ]);
  return rows.length > 0;
}

/** Records a failed attempt and makes the same call due again. `stepName` is null if the function itself failed. */
export async function repeatCall(
  database: Queryable,
  run: RunVersion,
  change: {
    readonly nowMs: number;
    readonly dueAtMs: number;
    readonly requestVersion: number | null;
    readonly stepName: string | null;
    readonly error: StepError;
  },
): Promise<boolean> {
  const rows = await database.query(REPEAT_CALL, [
    run.id,
    run.seq,
    timestamp(change.nowMs),
    timestamp(change.dueAtMs),
    change.requestVersion,
    change.stepName,
    jsonText(change.error),
  ]);
  return rows.length > 0;
}

/** Converts a time to a statement parameter. */
export function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/**
 * Converts a JSON value to a statement parameter: pg would send an array as a PostgreSQL array, and undefined as no
 * value.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null);
}
