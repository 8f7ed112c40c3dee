import type { SavedStep } from "../protocol/call-request";
import type { StoredEvent } from "../protocol/stored-event";
import { epochMs, type Queryable } from "./database";
import type { RunPhase } from "./run-history";
import type { RunVersion } from "./transitions";

/**
 * The part of a live run that is kept in memory, such as the time of its next action and the seq that a transition
 * expects.
 */
export interface LiveRunRow {
  readonly id: string;
  readonly functionId: string;
  readonly concurrencyKey: string | null;
  readonly seq: number;
  readonly phase: RunPhase;
  readonly dueAtMs: number;
  /** The name of the event that the run is waiting for; null if it is not waiting for an event. */
  readonly waitEvent: string | null;
}

/** The additional data that a call to the app needs; kept in memory while the run is active. */
export interface CallState {
  readonly event: StoredEvent;
  /** The saved steps, in the order in which they were saved. */
  readonly steps: readonly SavedStep[];
  readonly attempt: number;
  readonly requestVersion: number;
  /** Events up to this position arrived before the last saved step. */
  readonly seenPosition: number;
}

const LIVE_COLUMNS = `
id, function_id as "functionId", concurrency_key as "concurrencyKey", seq, phase, ${epochMs("due_at")} as "dueAtMs",
wait_event as "waitEvent"`;

const SELECT_LIVE_RUNS = `select ${LIVE_COLUMNS} from inngest_embedded.run where status = 'running' order by due_at`;

const SELECT_LIVE_RUN = `select ${LIVE_COLUMNS} from inngest_embedded.run where status = 'running' and id = $1`;

const SELECT_CALL_STATE = `
select event, attempt, request_version as "requestVersion", seen_position as "seenPosition",
  (select coalesce(json_agg(
     case when error is null then json_build_object('id', id, 'data', data) else json_build_object('id', id, 'error', error) end
     order by position), '[]')
   from inngest_embedded.step where run_id = run.id) as steps
from inngest_embedded.run where id = $1 and seq = $2 and status = 'running'`;

/** Loads all live runs, the most overdue first. */
export function loadLiveRuns(database: Queryable): Promise<readonly LiveRunRow[]> {
  return database.query<LiveRunRow>(SELECT_LIVE_RUNS, []);
}

/** Loads a live run; null if it has ended. */
export async function loadLiveRun(database: Queryable, id: string): Promise<LiveRunRow | null> {
  const [row] = await database.query<LiveRunRow>(SELECT_LIVE_RUN, [id]);
  return row ?? null;
}

/** Loads the state for a call; null if the run has ended or no longer has this seq. */
export async function loadCallState(
  database: Queryable,
  run: RunVersion,
): Promise<CallState | null> {
  const [row] = await database.query<CallState>(SELECT_CALL_STATE, [run.id, run.seq]);
  return row ?? null;
}
