/** A call that did not do what it was made for. The message is a sentence and holds neither key nor signed URL. */
export class CallFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "CallFailure";
  }
}

/** A failure that a later attempt may cure: no whole answer came, or it asked to come back. */
export class TransientFailure extends CallFailure {
  /** What the server asked for; null when it named no time. */
  readonly retryAfterMs: number | null;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(message, options);
    this.name = "TransientFailure";
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Something answers, but not now: 429 or 503. */
export class BusyFailure extends TransientFailure {}

/** A connection that was refused or lost, or an answer that did not come in time. */
export function noAnswer(place: string, cause: unknown): TransientFailure {
  return new TransientFailure(`${place} does not answer (${reasonOf(cause)})`, { cause });
}

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** @throws BusyFailure when this status says "not now". */
export function assertNotBusy(place: string, status: number, retryAfter: string | null): void {
  if (status !== TOO_MANY_REQUESTS && status !== UNAVAILABLE) return;
  throw new BusyFailure(`${place} is busy or not complete (${status})`, {
    retryAfterMs: parseRetryAfter(retryAfter, Date.now()),
  });
}

/** The pause of a `Retry-After` header in either of its forms, seconds or a date; null when there is none. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** Network errors hide their reason one or two causes deep: ECONNREFUSED, UND_ERR_SOCKET, TimeoutError … */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if ("code" in thrown && typeof thrown.code === "string") return thrown.code;
  return thrown.cause === undefined ? thrown.message || thrown.name : reasonOf(thrown.cause);
}
