import type { StepError } from "../protocol/step-error";
import type { StoredEvent } from "../protocol/stored-event";
import type { Queryable, Statement } from "./database";
import type {
  FailedAttempt,
  RunDetail,
  RunFilter,
  RunPhase,
  RunStatus,
  RunSummary,
  SavedStepDetail,
} from "./run-history";

interface SummaryRow {
  readonly id: string;
  readonly function_id: string;
  readonly status: RunStatus;
  readonly phase: RunPhase | null;
  readonly step_name: string | null;
  readonly wait_event: string | null;
  readonly event_id: string;
  readonly event_name: string;
  readonly attempt: number;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly error: StepError | null;
}

/** The error of a running run is that of its last failed attempt since it last saved a step. */
const SUMMARY_COLUMNS = `
id, function_id, status, phase, step_name, wait_event, event->>'id' as event_id, event->>'name' as event_name, attempt,
due_at, created_at, ended_at, case when status = 'running' and attempt > 0 then (
  select attempt.error from inngest_embedded.attempt where run_id = run.id order by at desc, attempt.attempt desc limit 1
) else error end as error`;

/** The ids are in the order of time. One text for each status: PostgreSQL uses its partial index for no parameter. */
function listStatement(status: RunStatus | undefined): Statement {
  return {
    name: `list-runs-${status ?? "all"}`,
    text: `
select ${SUMMARY_COLUMNS} from inngest_embedded.run
where ($1::text is null or function_id = $1) ${status === undefined ? "" : `and status = '${status}'`}
order by id desc limit $2`,
  };
}

const FIND_RUN: Statement = {
  name: "find-run",
  text: `select ${SUMMARY_COLUMNS}, event, result from inngest_embedded.run where id = $1`,
};

const FIND_STEPS: Statement = {
  name: "find-steps",
  text: `select name, op, at, data, error from inngest_embedded.step where run_id = $1 order by position`,
};

const FIND_ATTEMPTS: Statement = {
  name: "find-attempts",
  text: `
select step_name as step, attempt, at, error from inngest_embedded.attempt where run_id = $1 order by at, attempt`,
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether this can be the id of a run. */
export function isRunId(id: string): boolean {
  return UUID.test(id);
}

/** Newest first. */
export async function listRuns(
  database: Queryable,
  filter: RunFilter,
): Promise<readonly RunSummary[]> {
  const values = [filter.functionId ?? null, filter.limit];
  const rows = await database.query<SummaryRow>(listStatement(filter.status), values);
  return rows.map(toSummary);
}

/** Null when there is no such run. */
export async function findRun(database: Queryable, id: string): Promise<RunDetail | null> {
  if (!isRunId(id)) return null;
  const [[row], steps, failedAttempts] = await Promise.all([
    database.query<SummaryRow & { event: StoredEvent; result: unknown }>(FIND_RUN, [id]),
    findSteps(database, id),
    findFailedAttempts(database, id),
  ]);
  if (row === undefined) return null;
  const { event, result } = row;
  return { ...toSummary(row), eventData: event.data, steps, failedAttempts, result };
}

async function findSteps(database: Queryable, id: string): Promise<readonly SavedStepDetail[]> {
  const rows = await database.query<{
    name: string;
    op: string;
    at: Date;
    data: unknown;
    error: StepError | null;
  }>(FIND_STEPS, [id]);
  return rows.map(({ name, op, at, data, error }) => ({
    name,
    op,
    at: at.toISOString(),
    ...(error === null ? { data } : { error }),
  }));
}

async function findFailedAttempts(
  database: Queryable,
  id: string,
): Promise<readonly FailedAttempt[]> {
  const rows = await database.query<Omit<FailedAttempt, "at"> & { at: Date }>(FIND_ATTEMPTS, [id]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

function toSummary(row: SummaryRow): RunSummary {
  const waits = row.wait_event === null ? "" : ` waits for ${row.wait_event}`;
  return {
    id: row.id,
    functionId: row.function_id,
    status: row.status,
    phase: row.phase,
    waitingFor: row.step_name === null ? null : `${row.step_name}${waits}`,
    eventId: row.event_id,
    eventName: row.event_name,
    attempt: row.attempt,
    dueAt: row.due_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    error: row.error === null ? null : { name: row.error.name, message: row.error.message },
  };
}
