import type { SavedStep } from "../protocol/call-request";
import type { StepError } from "../protocol/step-error";
import type { StoredEvent } from "../protocol/stored-event";
import type { Queryable, Statement } from "./database";
import type { RunPhase } from "./run-history";

/** What is kept in memory of every running run: when its next thing is due, and the seq that a transition must find. */
export interface LiveRunRow {
  readonly id: string;
  readonly functionId: string;
  readonly concurrencyKey: string | null;
  readonly seq: number;
  readonly phase: RunPhase;
  readonly dueAtMs: number;
}

/** What a call of the app needs besides; kept in memory while the run is active. */
export interface CallState {
  readonly event: StoredEvent;
  /** In the order of saving. */
  readonly steps: readonly SavedStep[];
  readonly attempt: number;
  readonly requestVersion: number;
  /** Events up to this position came before the last saved step. */
  readonly seenPosition: number;
}

interface LiveRow {
  readonly id: string;
  readonly function_id: string;
  readonly concurrency_key: string | null;
  readonly seq: number;
  readonly phase: RunPhase;
  readonly due_at: Date;
}

const LIVE_COLUMNS = "id, function_id, concurrency_key, seq, phase, due_at";

const SELECT_LIVE_RUNS: Statement = {
  name: "select-live-runs",
  text: `select ${LIVE_COLUMNS} from inngest_embedded.run where status = 'running' order by due_at`,
};

const SELECT_LIVE_RUN: Statement = {
  name: "select-live-run",
  text: `select ${LIVE_COLUMNS} from inngest_embedded.run where status = 'running' and id = $1`,
};

const SELECT_CALL_STATE: Statement = {
  name: "select-call-state",
  text: `
select event, attempt, request_version, seen_position::float8 as seen_position,
  (select coalesce(json_agg(json_build_object('id', id, 'data', data, 'error', error) order by position), '[]')
   from inngest_embedded.step where run_id = run.id) as steps
from inngest_embedded.run where id = $1 and seq = $2 and status = 'running'`,
};

/** All running runs, the most overdue first. */
export async function loadLiveRuns(database: Queryable): Promise<readonly LiveRunRow[]> {
  return (await database.query<LiveRow>(SELECT_LIVE_RUNS, [])).map(toLiveRun);
}

/** Null when the run has ended. */
export async function loadLiveRun(database: Queryable, id: string): Promise<LiveRunRow | null> {
  const [row] = await database.query<LiveRow>(SELECT_LIVE_RUN, [id]);
  return row === undefined ? null : toLiveRun(row);
}

/** Null when the run has ended or moved on from this seq. */
export async function loadCallState(
  database: Queryable,
  run: { readonly id: string; readonly seq: number },
): Promise<CallState | null> {
  const [row] = await database.query<{
    event: StoredEvent;
    attempt: number;
    request_version: number;
    seen_position: number;
    steps: readonly { id: string; data: unknown; error: StepError | null }[];
  }>(SELECT_CALL_STATE, [run.id, run.seq]);
  if (row === undefined) return null;
  return {
    event: row.event,
    steps: row.steps.map(({ id, data, error }) => (error === null ? { id, data } : { id, error })),
    attempt: row.attempt,
    requestVersion: row.request_version,
    seenPosition: row.seen_position,
  };
}

function toLiveRun(row: LiveRow): LiveRunRow {
  return {
    id: row.id,
    functionId: row.function_id,
    concurrencyKey: row.concurrency_key,
    seq: row.seq,
    phase: row.phase,
    dueAtMs: row.due_at.getTime(),
  };
}
