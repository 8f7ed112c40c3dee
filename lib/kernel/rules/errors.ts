/** Every failure that an API client can act on. */
export const API_ERROR_CODES = [
  "malformed-json",
  "authentication-required",
  "invalid-api-key",
  "missing-scope",
  "network-not-allowed",
  "not-found",
  "staged-document-not-found",
  "notification-not-found",
  "asset-not-found",
  "method-not-allowed",
  "invalid-transition",
  "upload-not-awaited",
  "document-not-movable",
  "run-ended",
  "idempotency-key-reused",
  "file-not-uploaded",
  "file-empty",
  "file-too-large",
  "file-changed",
  "content-gone",
  "content-not-erasable",
  "webhook-not-configured",
  "notification-not-resendable",
  "secret-set-by-operator",
  "body-too-large",
  "body-too-slow",
  "unsupported-media-type",
  "validation-failed",
  "status-not-settable",
  "rate-limited",
  "internal-error",
  "database-unavailable",
  "object-store-unavailable",
  "engine-unavailable",
  "too-much-contention",
] as const;

/** Failures that only concern signed-in users. */
const COCKPIT_ERROR_CODES = [
  "sign-in-required",
  "sign-in-refused",
  "missing-role",
  "second-factor-required",
  "second-factor-changed",
  "cross-site-request",
  "asset-exists",
  "assets-changed",
  "results-changed",
  "view-not-found",
  "view-exists",
  "too-many-views",
  "bulk-work-not-found",
  "bulk-work-started",
  "too-many-documents",
  "user-not-found",
  "user-deactivated",
  "own-account",
  "last-administrator",
  "password-link-not-found",
  "password-link-used",
  "password-link-expired",
  "password-link-revoked",
  "api-key-not-found",
  "api-key-set-by-operator",
  "api-key-not-rotatable",
  "too-many-streams",
] as const;

/** Every failure that a client or user can act on. */
export const ERROR_CODES = [...API_ERROR_CODES, ...COCKPIT_ERROR_CODES] as const;

/** A machine-readable reason; only `lib/http/core/problems/problem.ts` maps it to HTTP. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** An invalid part of an input. `pointer` is a JSON pointer in URI form such as `#/name` (RFC 6901). */
export interface InputError {
  readonly pointer: string;
  readonly detail: string;
}

/** Identical in every copy of this module. */
const BRAND = Symbol.for("stagedoor.domain-error");

/** An expected failure. `detail` says what happened and what to do next, and contains no secret. */
export class DomainError extends Error {
  /**
   * Next bundles this module once for the routes and once for the server's startup code, and each copy must recognise the
   * other's errors.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this and asks for itself
    if (this !== DomainError) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly errors: readonly InputError[];
  /** The time after which to retry; null if it is unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    options: {
      cause?: unknown;
      errors?: readonly InputError[];
      retryAfterSeconds?: number | null;
    } = {},
  ) {
    super(`${code}: ${detail}`, { cause: options.cause });
    this.name = "DomainError";
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/**
 * Rejects an input with problems and reports all of them together.
 * @param problems the problem at each JSON pointer in URI form, such as `#/name`; null if that value is valid
 * @throws DomainError `validation-failed`
 */
export function assertInput(problems: Readonly<Record<string, string | null>>): void {
  const errors = Object.entries(problems).flatMap(([pointer, detail]) =>
    detail === null ? [] : [{ pointer, detail }],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

/** Returns an error that lists each invalid value and what is expected of it. */
export function invalidInput(errors: readonly InputError[]): DomainError {
  const values = errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
  const which = errors.length === 1 ? "this value" : "these values";
  return new DomainError("validation-failed", `Correct ${which}: ${values}.`, { errors });
}

/**
 * Returns the message of an error, or the text of any other thrown value; never throws. The AggregateError of a refused
 * connection has an empty message, so its code is returned.
 */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message || ("code" in thrown ? String(thrown.code) : thrown.name);
}

const TRIES_MAX = 3;

/**
 * Runs a write that succeeds only if nothing else was written in the meantime; otherwise retries it, up to three
 * attempts.
 * @param attempt loads, decides and writes; returns null if another call was first
 * @param detail what to do if every race is lost
 * @throws DomainError `too-much-contention`; any error from `attempt`
 */
export async function retryLostRace<Result>(
  attempt: () => Promise<Result | null>,
  detail: string,
): Promise<Result> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new DomainError("too-much-contention", detail);
}

/**
 * Returns the stack frames of an error, innermost first. The message comes before them and may contain lines that look
 * like frames.
 */
export function stackPlaces({ name, message, stack = "" }: Error): readonly string[] {
  const head = message === "" ? name : `${name}: ${message}`;
  if (!stack.startsWith(head)) return [];
  const lines = stack.slice(head.length).split("\n");
  return lines.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
}

/** Returns the kind of an error and its place in the code, without the message, because that may quote the file. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const [place] = stackPlaces(error);
  return place === undefined ? error.name : `${error.name} ${place.trim()}`;
}
