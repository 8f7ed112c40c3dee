import { createHash } from "node:crypto";
import { z } from "zod";
import { executorUrl, type PartSettings } from "@/lib/env/read-settings";
import { readStart } from "@/lib/kernel/rules/read-start";
import { CommandError } from "../command/command-error";

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
export type RunSummary = z.infer<typeof runSummary>;

/** The runs, and the reason why the app cannot be called at present; null if it can be called. */
export type RunList = z.infer<typeof runList>;

/** A run with its event, its steps and its failed attempts. */
export type RunDetail = z.infer<typeof runDetail>;

/** The embedded executor's API for operators. Every call rejects with a CommandError that says what to do. */
export interface OperatorApi {
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
export function createOperatorApi({ inngest, executorPort }: PartSettings): OperatorApi {
  const url = executorUrl(executorPort);
  if (inngest?.baseUrl !== url || inngest.isDev || !inngest.signingKey) {
    throw new CommandError(elsewhere(inngest));
  }
  const authorization = `Bearer ${hashSigningKey(inngest.signingKey)}`;
  const call = async (method: "GET" | "POST", path: string) => {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
    const answer = await fetch(`${url}${path}`, {
      ...{ method, signal, headers: { authorization } },
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
