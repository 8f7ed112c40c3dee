import type { ErrorCode, InputError } from "@/lib/kernel/rules/errors";
import { CallFailure, parseRetryAfter } from "../../lib/client/call-failure";
import { parseJson } from "../../lib/client/parse-json";
import { CALL_TEXTS } from "../texts/en/call-texts";

/** Why a call failed: the API's code, or what stands for an answer that did not come or is none of the API's. */
export type CockpitProblemCode = ErrorCode | "no-answer" | "unexpected-answer";

interface ProblemParts {
  readonly code: CockpitProblemCode;
  readonly detail: string;
  /** null: no answer came. */
  readonly status: number | null;
  readonly requestId?: string | null;
  readonly errors?: readonly InputError[];
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** A call that failed. The message is `detail`; whether a repetition may help is `isTransient`. */
export class CockpitProblem extends CallFailure {
  override readonly code: CockpitProblemCode;
  /** What happened and what to do next, for people. */
  readonly detail: string;
  /** By which an operator finds the call in the log; null: the server did not answer. */
  readonly requestId: string | null;
  /** Each wrong value by its JSON pointer such as `#/name`. */
  readonly errors: readonly InputError[];

  constructor({ code, detail, status, requestId, errors, retryAfterSeconds, cause }: ProblemParts) {
    super(detail, {
      cause,
      isTransient: status === null || isNotNow(status),
      ...(status === null ? {} : { status }),
      retryAfterSeconds: retryAfterSeconds ?? null,
    });
    this.name = "CockpitProblem";
    this.code = code;
    this.detail = detail;
    this.requestId = requestId ?? null;
    this.errors = errors ?? [];
  }
}

/** What goes with a call. */
export interface CockpitCallOptions {
  /** Sent as JSON, a Blob as it is; absent: no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** For calls that wait for somebody else's server; absent: 15 s. */
  readonly timeoutMs?: number;
  /** Whether it is made although its page is being left. */
  readonly keepalive?: boolean;
}

/**
 * Makes one call, once: `path` is whole, such as `/api/cockpit/assets?q=x`. Answered within `timeoutMs`, without following redirects;
 * 204 is answered as undefined.
 * @throws CockpitProblem, or the reason of the signal
 */
export type CallCockpit = <T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  options?: CockpitCallOptions,
) => Promise<T>;

/** Calls of one browser tab, and who wants to hear that the session has ended. */
export interface CockpitCaller {
  readonly call: CallCockpit;
  /** Runs on every answer that says the session has ended; returns a function that stops it. */
  readonly onSignedOut: (listener: () => void) => () => void;
}

const TIMEOUT_MS = 15_000;

/** A caller over a `fetch`; it holds no connection and needs no closing. */
export function createCockpitCaller(fetch: typeof globalThis.fetch): CockpitCaller {
  const listeners = new Set<() => void>();
  return {
    call: async <T>(method: string, path: string, options: CockpitCallOptions = {}) => {
      try {
        return (await send(fetch, method, path, options)) as T;
      } catch (error) {
        if (isSignedOut(error)) for (const listener of [...listeners]) listener();
        throw error;
      }
    },
    onSignedOut: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

// Called by its own name, for a browser's fetch refuses to be a method of something else.
const tab = createCockpitCaller((...args) => globalThis.fetch(...args));

/** The calls of this tab, with the session's cookie. */
export const callCockpit: CallCockpit = tab.call;

/** Hears whenever a call of this tab is answered by "you are not signed in"; the answer stops it. */
export const onSignedOut = tab.onSignedOut;

/** Whether it failed because the session has ended: signing in again is the remedy. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CockpitProblem && error.code === "sign-in-required";
}

async function send(
  fetch: typeof globalThis.fetch,
  method: string,
  path: string,
  { body, headers, signal, timeoutMs = TIMEOUT_MS, keepalive = false }: CockpitCallOptions,
): Promise<unknown> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    cache: "no-store",
    redirect: "manual",
    ...(keepalive ? { keepalive } : {}),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  try {
    const answer = await fetch(path, init);
    return readAnswer(answer, await answer.text());
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof CockpitProblem) throw cause;
    const detail = timeout.aborted ? CALL_TEXTS.tooLate : CALL_TEXTS.noAnswer;
    throw new CockpitProblem({ code: "no-answer", detail, status: null, cause });
  }
}

function readAnswer({ status, ok, headers }: Response, text: string): unknown {
  if (status === 204) return undefined;
  const value = parseJson(text);
  if (ok && typeof value === "object" && value !== null) return value;
  const retryAfterSeconds = parseRetryAfter(headers.get("retry-after"), Date.now());
  if (!ok && isProblem(value)) {
    const { code, requestId } = value;
    // The API's own words speak to programs of a requestId, which people would not see.
    const detail = code === "internal-error" ? CALL_TEXTS.internal(requestId) : value.detail;
    throw new CockpitProblem({ ...value, detail, status, retryAfterSeconds });
  }
  const detail = CALL_TEXTS.unexpected(status);
  throw new CockpitProblem({ code: "unexpected-answer", detail, status, retryAfterSeconds });
}

/** Codes that this page does not know are passed on: a server may be newer than a tab that is open since yesterday. */
function isProblem(
  value: unknown,
): value is { code: ErrorCode; detail: string; requestId: string; errors: InputError[] } {
  if (typeof value !== "object" || value === null) return false;
  const { code, detail, requestId, errors } = value as Partial<Record<string, unknown>>;
  return (
    [code, detail, requestId].every((text) => typeof text === "string") && Array.isArray(errors)
  );
}

/** Every answer of 500 and above may be another one next time, and so may "too many calls". */
function isNotNow(status: number): boolean {
  return status >= 500 || status === 429;
}
