import type { Problem } from "./answers";

interface FailureDetails {
  readonly cause?: unknown;
  readonly isTransient?: boolean;
  readonly status?: number;
  readonly retryAfterSeconds?: number | null;
}

/** A call that failed. The message is a sentence and contains neither the key nor a signed URL. */
export class CallFailure extends Error {
  /** Whether a retry may succeed, because there was no complete response, or because the response asked for a retry. */
  readonly isTransient: boolean;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The code of the problem; null if the response is not a problem. */
  readonly code: string | null = null;
  /** The pause that the server requested, at most 15 minutes, or null if it did not request a pause. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "CallFailure";
    this.isTransient = details.isTransient ?? false;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** An error response from the API, with its problem. */
export class ApiProblem extends CallFailure {
  override readonly status: number;
  override readonly code: Problem["code"];
  /** A sentence about what happened and what to do next. */
  readonly detail: string;
  /** Every invalid value with its JSON pointer. */
  readonly errors: Problem["errors"];
  /** The id by which an administrator can find the call in the log. */
  readonly requestId: string;
  /** The page that explains the code. */
  readonly type: string;

  constructor(problem: Problem, details: Omit<FailureDetails, "status"> = {}) {
    const { status, code, detail } = problem;
    super(`Stagedoor answered ${status} ${code}: ${detail}`, { ...details, status });
    this.name = "ApiProblem";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = problem.errors;
    this.requestId = problem.requestId;
    this.type = problem.type;
  }
}

/** Returns the failure for a connection that was refused or lost, or for a response that did not arrive in time. */
function noAnswer(place: string, cause: unknown): CallFailure {
  return new CallFailure(`${place} does not answer (${reasonOf(cause)})`, {
    cause,
    isTransient: true,
  });
}

/**
 * Runs a network operation. Network errors become transient failures, while a CallFailure or an abort is rethrown
 * unchanged.
 */
export async function receive<T>(
  place: string,
  signal: AbortSignal | undefined,
  talk: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await talk();
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof CallFailure ? error : noAnswer(place, error);
  }
}

/** The longest pause before the next attempt. It has to be limited, because timers overflow after 24.8 days. */
export const RETRY_AFTER_SECONDS_MAX = 15 * 60;

/**
 * Returns the pause from a `Retry-After` header, given in seconds or as a date, but at most `secondsMax` (15 minutes by
 * default). Returns null if there is no valid header.
 */
export function parseRetryAfter(
  header: string | null,
  nowMs: number,
  secondsMax = RETRY_AFTER_SECONDS_MAX,
): number | null {
  if (header === null) return null;
  const isSeconds = /^\d+$/.test(header);
  const seconds = isSeconds ? Number(header) : (Date.parse(header) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(secondsMax, Math.max(0, seconds));
}

/**
 * Network errors hide their reason, such as ECONNREFUSED, UND_ERR_SOCKET or TimeoutError, in their cause or in the cause
 * of that cause.
 */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ("code" in thrown && typeof thrown.code === "string") return thrown.code;
  return thrown.cause === undefined ? thrown.message || thrown.name : reasonOf(thrown.cause);
}
