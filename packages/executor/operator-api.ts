import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Executor } from "./executor";
import { HttpError } from "./http-error";
import { isSameSecret } from "./is-same-secret";
import { hashSigningKey } from "./protocol/signature";
import { RUN_STATUSES } from "./state/run-history";

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 1000;

const querySchema = z.strictObject({
  status: z.enum(RUN_STATUSES).optional(),
  function: z.string().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
});

/**
 * Handles `GET /runs`, `GET /runs/<id>` and `POST /runs/<id>/retry` for callers with the hashed signing key; `path` is
 * the part after /runs.
 * @throws HttpError if the request is rejected
 */
export async function answerOperator(
  { executor, signingKey }: { readonly executor: Executor; readonly signingKey: string },
  request: IncomingMessage,
  path: readonly string[],
  query: URLSearchParams,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { authorization = "" } = request.headers;
  if (!isSameSecret(authorization, `Bearer ${hashSigningKey(signingKey)}`)) {
    throw new HttpError(401, "Send the hashed signing key in the header Authorization: Bearer ….");
  }
  const [id, action] = path;
  const operation = `${request.method} ${path.length}`;
  if (operation === "GET 0") return { status: 200, body: await listRuns(executor, query) };
  if (operation === "GET 1" && id !== undefined) {
    return { status: 200, body: await findRun(executor, id) };
  }
  if (operation === "POST 2" && id !== undefined && action === "retry") {
    return { status: 200, body: await retryRun(executor, id) };
  }
  throw new HttpError(404, "Use GET /runs, GET /runs/<id> or POST /runs/<id>/retry.");
}

async function listRuns(executor: Executor, query: URLSearchParams) {
  const parsed = querySchema.safeParse(Object.fromEntries(query));
  if (!parsed.success) {
    throw new HttpError(400, `The query is not valid. ${z.prettifyError(parsed.error)}`);
  }
  const { status, function: functionId, limit } = parsed.data;
  const runs = await executor.listRuns({ status, functionId, limit });
  return { runs, problem: executor.state().problem };
}

async function findRun(executor: Executor, id: string) {
  const run = await executor.findRun(id);
  if (run === null) throw unknownRun(id);
  return run;
}

async function retryRun(executor: Executor, id: string) {
  const outcome = await executor.retryRun(id);
  if (outcome === "unknown") throw unknownRun(id);
  if (outcome === "not-failed") {
    throw new HttpError(409, "Only a failed run can be retried. This one has not failed.");
  }
  return { status: outcome };
}

function unknownRun(id: string): HttpError {
  return new HttpError(404, `There is no run ${id}. GET /runs lists all runs.`);
}
