import type { StepError } from "../protocol/step-error";
import type { Queryable } from "./database";
import type {
  FailedAttempt,
  RunDetail,
  RunFilter,
  RunStatus,
  RunSummary,
  SavedStepDetail,
} from "./run-history";

/** A summary whose error still includes its stack. */
type SummaryRow = Omit<RunSummary, "error"> & { readonly error: StepError | null };

type StepRow = Omit<SavedStepDetail, "error"> & { readonly error: StepError | null };

/** The error of a live run is the error of its last failed attempt since its last saved step. */
const SUMMARY_COLUMNS = `
id, function_id as "functionId", status, phase, step_name || coalesce(' (' || wait_event || ')', '') as "waitingFor",
event->>'id' as "eventId", event->>'name' as "eventName", attempt, due_at as "dueAt", created_at as "createdAt",
ended_at as "endedAt", case when status = 'running' and attempt > 0 then (
  select attempt.error from inngest_embedded.attempt where run_id = run.id order by at desc, attempt.attempt desc limit 1
) else error end as error`;

/**
 * Ids are in chronological order. Each status has its own statement, because PostgreSQL does not use a partial index if
 * the status is a parameter.
 */
const listRunsOf = (status: RunStatus | undefined) => `
select ${SUMMARY_COLUMNS} from inngest_embedded.run
where ($1::text is null or function_id = $1) ${status === undefined ? "" : `and status = '${status}'`}
order by id desc limit $2`;

const FIND_RUN = `select ${SUMMARY_COLUMNS}, event->'data' as "eventData", result from inngest_embedded.run where id = $1`;

const FIND_STEPS = `select name, op, at, data, error from inngest_embedded.step where run_id = $1 order by position`;

const FIND_ATTEMPTS = `
select step_name as step, attempt, at, error from inngest_embedded.attempt where run_id = $1 order by at, attempt`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether the text has the form of a run id. */
export function isRunId(id: string): boolean {
  return UUID.test(id);
}

/** Newest first. */
export async function listRuns(
  database: Queryable,
  filter: RunFilter,
): Promise<readonly RunSummary[]> {
  const values = [filter.functionId ?? null, filter.limit];
  const rows = await database.query<SummaryRow>(listRunsOf(filter.status), values);
  return rows.map(toSummary);
}

/** Finds a run; null if there is none with this id. */
export async function findRun(database: Queryable, id: string): Promise<RunDetail | null> {
  if (!isRunId(id)) return null;
  const [[row], steps, failedAttempts] = await Promise.all([
    database.query<SummaryRow & Pick<RunDetail, "eventData" | "result">>(FIND_RUN, [id]),
    database.query<StepRow>(FIND_STEPS, [id]),
    database.query<FailedAttempt>(FIND_ATTEMPTS, [id]),
  ]);
  if (row === undefined) return null;
  return { ...row, ...toSummary(row), steps: steps.map(toStepDetail), failedAttempts };
}

function toSummary({ error, ...row }: SummaryRow): RunSummary {
  return { ...row, error: error && { name: error.name, message: error.message } };
}

function toStepDetail({ data, error, ...step }: StepRow): SavedStepDetail {
  return { ...step, ...(error === null ? { data } : { error }) };
}
