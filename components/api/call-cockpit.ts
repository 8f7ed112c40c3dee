import type { ErrorCode, InputError } from "@/lib/kernel/rules/errors";
import { CallFailure, parseRetryAfter } from "../../lib/client/call-failure";
import { parseJson } from "../../lib/client/parse-json";
import { CALL_TEXTS } from "../texts/en/ui-texts";

/** Why a call failed: the API's code, or a code of our own if there was no response or it did not come from the API. */
export type CockpitProblemCode = ErrorCode | "no-answer" | "unexpected-answer";

interface ProblemParts {
  readonly code: CockpitProblemCode;
  readonly detail: string;
  /** null if there was no response. */
  readonly status: number | null;
  readonly requestId?: string | null;
  readonly errors?: readonly InputError[];
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

/** A failed call. The message is `detail`; `isTransient` says whether a retry may help. */
export class CockpitProblem extends CallFailure {
  override readonly code: CockpitProblemCode;
  /** A description of what happened and what to do next, for people. */
  readonly detail: string;
  /** Identifies the call in the log for an operator; null if the server did not respond. */
  readonly requestId: string | null;
  /** Every invalid value with its JSON pointer, such as `#/name`. */
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

/** The options of a call. */
export interface CockpitCallOptions {
  /** A Blob is sent as is, any other value as JSON; nothing is sent if absent. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Set for calls that wait for a third-party server; 15 s if absent. */
  readonly timeoutMs?: number;
  /** Whether the call continues if the user leaves the page. */
  readonly keepalive?: boolean;
}

/**
 * Makes a call without retrying it. `path` includes the query, such as `/api/cockpit/assets?q=x`. The call fails after
 * `timeoutMs` and does not follow redirects; a 204 returns undefined.
 * @throws CockpitProblem, or the signal's reason
 */
export type CallCockpit = <T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  options?: CockpitCallOptions,
) => Promise<T>;

/** The calls of one browser tab, and a way to be notified when the session has ended. */
export interface CockpitCaller {
  readonly call: CallCockpit;
  /** Runs the listener on every response that says the session has ended; returns a function that removes it. */
  readonly onSignedOut: (listener: () => void) => () => void;
}

const TIMEOUT_MS = 15_000;

/** Creates a caller on top of `fetch`. It does not hold a connection and does not need to be closed. */
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

// Wrapped, because browsers throw when `fetch` is called as a method of another object.
const tab = createCockpitCaller((...args) => globalThis.fetch(...args));

/** Makes a call from this tab, with the session's cookie. */
export const callCockpit: CallCockpit = tab.call;

/** Makes a call that is harmless to repeat, and repeats it once if there was no response: it may have succeeded. */
export const callAgainIfLost = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (!(error instanceof CockpitProblem && error.code === "no-answer")) throw error;
    return call();
  });

/**
 * Runs a listener whenever a call from this tab fails because the user is not signed in; returns a function that removes
 * it.
 */
export const onSignedOut = tab.onSignedOut;

/** Whether a call failed because the session has ended, so that signing in again helps. */
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
    // The API's own message refers to a requestId, which users do not see on a page.
    const detail = code === "internal-error" ? CALL_TEXTS.internal(requestId) : value.detail;
    throw new CockpitProblem({ ...value, detail, status, retryAfterSeconds });
  }
  const detail = CALL_TEXTS.unexpected(status);
  throw new CockpitProblem({ code: "unexpected-answer", detail, status, retryAfterSeconds });
}

/** Accepts unknown codes too: the server may be newer than a tab that has been open since yesterday. */
function isProblem(
  value: unknown,
): value is { code: ErrorCode; detail: string; requestId: string; errors: InputError[] } {
  if (typeof value !== "object" || value === null) return false;
  const { code, detail, requestId, errors } = value as Partial<Record<string, unknown>>;
  return (
    [code, detail, requestId].every((text) => typeof text === "string") && Array.isArray(errors)
  );
}

/** A retry may help after any status of 500 or above, and after 429. */
function isNotNow(status: number): boolean {
  return status >= 500 || status === 429;
}
