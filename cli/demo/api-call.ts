import type { z } from "zod";
import type { ErrorCode } from "@/lib/domain/errors";
import { problem } from "@/lib/http/schemas";
import { BusyFailure, CallFailure, TransientFailure } from "./call-failures";
import { DemoError } from "./demo-error";
import { type Answer, exchange } from "./http-exchange";

/** All that an external system knows of a Stagedoor. */
export interface ApiAccess {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
}

/** One call of the API; `path` begins below the staged documents. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: unknown;
}

const PLACE = "Stagedoor";
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/**
 * Makes one call, once.
 * @throws TransientFailure, DemoError when the key is refused, CallFailure for any other status than the expected one
 */
export async function send(
  access: ApiAccess,
  request: ApiRequest,
  expectedStatus: number,
): Promise<Answer> {
  const answer = await sendUnchecked(access, request);
  if (answer.status === expectedStatus) return answer;
  assertKeyAccepted(answer);
  const { code = "without a problem", detail = "" } = problemOf(answer) ?? {};
  throw new CallFailure(`${PLACE} answered ${answer.status} ${code}: ${detail}`);
}

/** The body of an answer, checked. @throws CallFailure when it is not what the API promises */
export function parseAnswer<T>({ text }: Answer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new CallFailure(`${PLACE} answered something else than it promises`, {
    cause: parsed.error,
  });
}

/** Reads a document that cannot exist. @throws DemoError unless a Stagedoor answers that takes the key */
export async function assertReachable(access: ApiAccess): Promise<void> {
  const answer = await sendUnchecked(access, { method: "GET", path: `/${NIL_UUID}` }).catch(
    (error: unknown) => explainNoAnswer(access, error),
  );
  if (!answer) return;
  assertKeyAccepted(answer);
  if (problemOf(answer)?.code === "staged-document-not-found") return;
  throw new DemoError(
    `What answers at ${access.url} is not Stagedoor (it says ${answer.status}): check the address.`,
  );
}

/** Busy is not absent: null, for the demo has the patience to wait. */
function explainNoAnswer({ url }: ApiAccess, error: unknown): null {
  if (error instanceof BusyFailure) return null;
  if (!(error instanceof TransientFailure)) throw error;
  throw new DemoError(
    `Nothing answers at ${url}: start Stagedoor first (npm start), or give its address with --url.`,
    { cause: error },
  );
}

function sendUnchecked({ url, apiKey }: ApiAccess, request: ApiRequest): Promise<Answer> {
  const { method, path, body } = request;
  const hasBody = body !== undefined;
  return exchange(PLACE, `${url}/external-api/staged-documents${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(hasBody ? { "content-type": "application/json" } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
}

const KEY_PROBLEMS: readonly ErrorCode[] = [
  "authentication-required",
  "invalid-api-key",
  "missing-scope",
];

/** No other call would fare better: the demo ends. A 401 or 403 without our problem is somebody else's. */
function assertKeyAccepted(answer: Answer): void {
  const refusal = problemOf(answer);
  if (refusal === null || !KEY_PROBLEMS.includes(refusal.code)) return;
  throw new DemoError(`Stagedoor refuses the API key (${answer.status}). ${refusal.detail}`);
}

function problemOf({ text }: Answer): z.infer<typeof problem> | null {
  return problem.safeParse(parseJson(text)).data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schemas refuse undefined, and say so.
    return undefined;
  }
}
