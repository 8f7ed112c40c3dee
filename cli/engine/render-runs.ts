import { indented, renderTable } from "../command/text-table";
import type { RunDetail, RunList, RunSummary } from "./operator-api";

const HEADER = ["started (UTC)", "function", "status", "what", "id"];
const WHAT_CHARACTERS_MAX = 90;
const INDENT = 2;

/** Renders one aligned line per run, or a sentence if there are none. If the app cannot be called, the reason follows. */
export function renderRuns({ runs, problem }: RunList): string {
  const away = problem === null ? "" : `\nNo calls at the moment: ${problem}\n`;
  if (runs.length === 0) return `Run not found. Runs are removed 7 days after they end.\n${away}`;
  const rows = runs.map((run) => [
    renderTime(run.createdAt),
    run.functionId,
    run.status,
    shortened(whatOf(run)),
    run.id,
  ]);
  return renderTable(HEADER, rows) + away;
}

/**
 * Renders everything that is stored about a run: its event, its steps in order, its failures, and the next step or the
 * result.
 */
export function renderRun(run: RunDetail): string {
  const facts = [
    ["run", run.id],
    ["function", run.functionId],
    ["status", run.status],
    ["started", renderTime(run.createdAt)],
    ["what", whatOf(run)],
    ["event", `${run.eventName} ${run.eventId}`],
  ].map(([name = "", value]) => `${name.padEnd(10)}${value}\n`);
  const steps = run.steps.map(({ name, op, at, data, error }) =>
    entry(`${renderTime(at)}  ${name} (${op})`, error ? `${error.name}: ${error.message}` : data),
  );
  const failures = run.failedAttempts.map(({ step, attempt, at, error }) =>
    entry(
      `${renderTime(at)}  ${step ?? "the function itself"}, attempt ${attempt + 1}`,
      `${error.name}: ${error.message}`,
    ),
  );
  return [
    ...facts,
    section("Event data", [renderValue(run.eventData)]),
    section("Steps", steps),
    section("Failed attempts", failures),
    run.status === "completed" ? section("Result", [renderValue(run.result)]) : "",
  ].join("");
}

/** Describes what happens next, or how the run ended. */
function whatOf(run: RunSummary): string {
  if (run.status === "failed") return `${run.error?.message ?? "failed"}`;
  if (run.status !== "running") return `ended ${run.endedAt ? renderTime(run.endedAt) : ""}`;
  const until = run.dueAt ? ` until ${renderTime(run.dueAt)}` : "";
  if (run.phase === "wait") return `is waiting in step ${run.waitingFor}${until}`;
  if (run.phase === "sleep") return `is sleeping in step ${run.waitingFor}${until}`;
  const failed = run.attempt === 0 ? "" : `failed ${timesOf(run.attempt)}, `;
  const lost =
    run.lostCalls === 0 ? "" : `lost the connection to the app ${timesOf(run.lostCalls)}, `;
  const last = run.attempt > 0 && run.error ? `: ${run.error.message}` : "";
  return `${failed}${lost}${callOf(run)}${last}`;
}

function callOf({ callState, dueAt }: RunSummary): string {
  switch (callState) {
    case "running":
      return "is being called";
    case "queued":
      return "is waiting for its turn";
    case "app-away":
      return "is waiting for the app";
    default:
      return dueAt ? `will be called again at ${renderTime(dueAt)}` : "will be called again";
  }
}

const timesOf = (count: number) => (count === 1 ? "once" : `${count} times`);

const section = (title: string, entries: readonly string[]) =>
  entries.length === 0 ? "" : `\n${title}\n${entries.join("")}`;

const entry = (title: string, content: unknown) =>
  `  ${title}\n${renderValue(content, 2 * INDENT)}`;

function renderValue(value: unknown, spaces = INDENT): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null");
  return indented(`${text}\n`, spaces);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > WHAT_CHARACTERS_MAX ? `${line.slice(0, WHAT_CHARACTERS_MAX - 1)}…` : line;
}

const renderTime = (iso: string) => iso.slice(0, 19).replace("T", " ");
