import type { Problem } from "./answers";

interface FailureDetails {
  readonly cause?: unknown;
  readonly isTransient?: boolean;
  readonly status?: number;
  readonly retryAfterSeconds?: number | null;
}

/** A call that did not do what it was made for. The message is a sentence and holds neither key nor signed URL. */
export class CallFailure extends Error {
  /** Whether a later attempt may succeed: no whole answer came, or it said "not now". */
  readonly isTransient: boolean;
  /** Of the HTTP answer; null when none came. */
  readonly status: number | null;
  /** Of an answer in the API's own words; null: it is none. */
  readonly code: string | null = null;
  /** What the server asked for, at most 15 minutes; null when it named no time. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "CallFailure";
    this.isTransient = details.isTransient ?? false;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** An answer of the API that is an error: the problem in its own words. */
export class ApiProblem extends CallFailure {
  override readonly status: number;
  override readonly code: Problem["code"];
  /** What happened and what to do next. */
  readonly detail: string;
  /** Each wrong value by its JSON pointer. */
  readonly errors: Problem["errors"];
  /** By which an administrator finds the call in the log. */
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

/** A connection that was refused or lost, or an answer that did not come in time. */
function noAnswer(place: string, cause: unknown): CallFailure {
  return new CallFailure(`${place} does not answer (${reasonOf(cause)})`, {
    cause,
    isTransient: true,
  });
}

/** Runs what talks over the network: what breaks there is transient, our own failures and an abort stay what they are. */
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

/** Nobody should wait longer for a server before the next attempt; timers overflow after 24.8 days. */
export const RETRY_AFTER_SECONDS_MAX = 15 * 60;

/**
 * The pause of a `Retry-After` header in either of its forms, seconds or a date, as at most `secondsMax` (15 minutes unless
 * given); null when there is none.
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

/** Network errors hide their reason one or two causes deep: ECONNREFUSED, UND_ERR_SOCKET, TimeoutError … */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ("code" in thrown && typeof thrown.code === "string") return thrown.code;
  return thrown.cause === undefined ? thrown.message || thrown.name : reasonOf(thrown.cause);
}
