import { createHash } from "node:crypto";
import { z } from "zod";
import { executorUrl, type PartSettings } from "@/lib/env/read-settings";
import { readStart } from "@/lib/kernel/rules/read-start";
import { command, operand, optional, type Program } from "../command/command";
import { CommandError } from "../command/command-error";
import { readCommandSettings } from "../command/command-settings";
import { indented, renderTable } from "../command/text-table";

const STATUSES = ["running", "completed", "failed", "cancelled"];
const LIMIT_DEFAULT = "20";
const LIMIT_MAX = 1000;

const openApi = async () => createOperatorApi(await readCommandSettings({ inngest: true }));

/** `npm run engine`. */
export const ENGINE: Program = {
  name: "engine",
  commands: {
    runs: command({
      does: "Lists the runs of the embedded executor, newest first.",
      parameters: {
        status: optional(STATUSES.join("|")),
        function: optional("<id>"),
        limit: optional("<number>"),
      },
      run: async (filter) => {
        const query = readFilter(filter);
        return renderRuns(await (await openApi()).listRuns(query));
      },
    }),
    run: command({
      does: "Shows a run's event, the result of each step and each failed attempt.",
      parameters: { id: operand("id") },
      run: async ({ id }) => renderRun(await (await openApi()).findRun(id)),
    }),
    retry: command({
      does: "Continues a failed run from where it failed.",
      parameters: { id: operand("id") },
      run: async ({ id }) => {
        await (await openApi()).retryRun(id);
        return `The run ${id} continues from where it failed.\n`;
      },
    }),
  },
};

interface Filter {
  readonly status: string | undefined;
  readonly function: string | undefined;
  readonly limit: string | undefined;
}

function readFilter({ limit = LIMIT_DEFAULT, ...words }: Filter): URLSearchParams {
  const { status } = words;
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new CommandError(`There is no status "${status}". Statuses: ${STATUSES.join(", ")}.`);
  }
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > LIMIT_MAX) {
    throw new CommandError(`The option --limit must be a number from 1 to ${LIMIT_MAX}.`);
  }
  const pairs = Object.entries({ ...words, limit }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(pairs) as Record<string, string>);
}

const HEADER = ["started (UTC)", "function", "status", "what", "id"];
const WHAT_CHARACTERS_MAX = 90;
const INDENT = 2;

/** Renders one aligned line per run, or a sentence if there are none. If the app cannot be called, the reason follows. */
function renderRuns({ runs, problem }: RunList): string {
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
function renderRun(run: RunDetail): string {
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

const CALL_TIMEOUT_MS = 10_000;
/** More than the largest list of runs. What is longer is cut off and is then no JSON. */
const ANSWER_BYTES_MAX = 64 * 1024 ** 2;

const failure = z.object({ name: z.string(), message: z.string() });

const runSummary = z.object({
  id: z.string(),
  functionId: z.string(),
  status: z.enum(["running", "completed", "failed", "cancelled"]),
  phase: z.enum(["call", "sleep", "wait"]).nullable(),
  waitingFor: z.string().nullable(),
  eventId: z.string(),
  eventName: z.string(),
  attempt: z.number(),
  dueAt: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  error: failure.nullable(),
  callState: z.enum(["running", "queued", "app-away", "later"]).nullable(),
  lostCalls: z.number(),
});

const runDetail = runSummary.extend({
  eventData: z.unknown(),
  steps: z.array(
    z.object({
      name: z.string(),
      op: z.string(),
      at: z.string(),
      data: z.unknown().optional(),
      error: failure.optional(),
    }),
  ),
  failedAttempts: z.array(
    z.object({
      step: z.string().nullable(),
      attempt: z.number(),
      at: z.string(),
      error: failure,
    }),
  ),
  result: z.unknown(),
});

const runList = z.object({ runs: z.array(runSummary), problem: z.string().nullable() });

/** A run as the executor lists it: what it is doing or waiting for, or how it ended. */
type RunSummary = z.infer<typeof runSummary>;

/** The runs, and the reason why the app cannot be called at present; null if it can be called. */
type RunList = z.infer<typeof runList>;

/** A run with its event, its steps and its failed attempts. */
type RunDetail = z.infer<typeof runDetail>;

/** The embedded executor's API for operators. Every call rejects with a CommandError that says what to do. */
interface OperatorApi {
  /** Newest first. */
  listRuns(query: URLSearchParams): Promise<RunList>;
  findRun(id: string): Promise<RunDetail>;
  /** Continues a failed run from where it failed. */
  retryRun(id: string): Promise<void>;
}

/**
 * Creates a client for the executor's API. @throws CommandError if the operator's own Inngest is configured, which shows
 * the runs itself
 */
function createOperatorApi({ inngest, executorPort }: PartSettings): OperatorApi {
  const url = executorUrl(executorPort);
  if (inngest?.baseUrl !== url || inngest.isDev || !inngest.signingKey) {
    throw new CommandError(elsewhere(inngest));
  }
  const authorization = `Bearer ${hashSigningKey(inngest.signingKey)}`;
  const call = async (method: "GET" | "POST", path: string) => {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const answer = await fetch(`${url}${path}`, {
      method,
      signal,
      headers: { authorization },
    }).catch((cause: unknown) => {
      throw new CommandError(`The executor at ${url} is not responding. Is Stagedoor running?`, {
        cause,
      });
    });
    if (answer.ok) return answer;
    if (answer.status === 404) throw new CommandError(UNKNOWN_RUN);
    throw new CommandError(await sentenceOf(answer));
  };
  const pathOf = (id: string) => `/runs/${encodeURIComponent(id)}`;
  return {
    listRuns: async (query) => runList.parse(await jsonOf(await call("GET", `/runs?${query}`))),
    findRun: async (id) => runDetail.parse(await jsonOf(await call("GET", pathOf(id)))),
    retryRun: async (id) => {
      await call("POST", `${pathOf(id)}/retry`);
    },
  };
}

const jsonOf = async ({ body }: Response): Promise<unknown> =>
  JSON.parse(await readStart(body, ANSWER_BYTES_MAX));

const UNKNOWN_RUN = "Run not found. `npm run engine -- runs` lists all runs.";

const refusal = z.object({ error: z.string() });

async function sentenceOf(answer: Response): Promise<string> {
  const parsed = refusal.safeParse(await jsonOf(answer).catch(() => null));
  return parsed.data?.error ?? `The executor responded with ${answer.status} and gave no reason.`;
}

function elsewhere(inngest: PartSettings["inngest"]): string {
  if (!inngest) return "The running Stagedoor has no executor. Restart it.";
  const local = inngest.isDev ? "http://localhost:8288" : "https://app.inngest.com";
  return `The embedded executor is not in use. Look at the runs in the configured Inngest server, at ${inngest.baseUrl ?? local}.`;
}

/**
 * Hashes a key as Inngest's own bearer token requires: the prefix stays, and the hex digits become the SHA-256 of their
 * bytes.
 */
function hashSigningKey(signingKey: string): string {
  const [, prefix = "", digits = ""] = /^(signkey-\w+-)?(.*)$/.exec(signingKey) ?? [];
  return prefix + createHash("sha256").update(Buffer.from(digits, "hex")).digest("hex");
}
