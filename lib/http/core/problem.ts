import type { DomainError, ErrorCode, InputError } from "@/lib/kernel/rules/errors";

/** What an error code means over HTTP, and what its page tells people. */
export interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  /** What to do, for the page behind the problem's `type`. */
  readonly help: string;
}

/** The one table from codes to HTTP; a forgotten code does not compile (decision 0005). */
export const PROBLEMS: Record<ErrorCode, ProblemDefinition> = {
  "malformed-json": {
    status: 400,
    title: "The body is not JSON",
    help: 'Send one JSON value in UTF-8, for example {"status": 2}.',
  },
  "authentication-required": {
    status: 401,
    title: "An API key is needed",
    help: "Send the header Authorization: Bearer <api key> with every call.",
  },
  "invalid-api-key": {
    status: 401,
    title: "The API key is not valid",
    help: "The key is unknown, revoked or expired. Check for cut-off characters, or ask an administrator for a new key.",
  },
  "missing-scope": {
    status: 403,
    title: "The API key may not do this",
    help: "Use a key that has the scope named in the detail, or have an administrator create one.",
  },
  "sign-in-required": {
    status: 401,
    title: "You are not signed in",
    help: "Sign in again. A session ends after twelve hours, with a new password, and when the account is deactivated.",
  },
  "sign-in-refused": {
    status: 401,
    title: "The password is not right",
    help: "Enter your own password as it is now. An operator sets a new one with npm run user -- reset-password.",
  },
  "cross-site-request": {
    status: 403,
    title: "The request came from another site",
    help: "The cockpit takes changes only from its own pages. Programs use the API with a key.",
  },
  "not-found": {
    status: 404,
    title: "There is nothing at this path",
    help: "Compare the path and its spelling with the documentation; paths have no version segment.",
  },
  "staged-document-not-found": {
    status: 404,
    title: "There is no such staged document",
    help: "Use the uuid that the creation answered. Deleted documents are still found; unknown ones never existed here.",
  },
  "notification-not-found": {
    status: 404,
    title: "There is no such notification",
    help: "Use an id of the list of notifications; webhook-id is that id behind msg_.",
  },
  "asset-not-found": {
    status: 404,
    title: "There is no such asset",
    help: "Go back to the cockpit and search for it.",
  },
  "asset-exists": {
    status: 409,
    title: "The identifier is taken",
    help: "Choose another identifier, or look among the archived assets.",
  },
  "method-not-allowed": {
    status: 405,
    title: "The method is not allowed here",
    help: "The Allow header of the answer lists the methods of this path.",
  },
  "invalid-transition": {
    status: 409,
    title: "The status cannot be changed like this now",
    help: "Read the document to see its status; the detail lists what is possible from there.",
  },
  "upload-not-awaited": {
    status: 409,
    title: "No upload is awaited",
    help: "A fresh upload URL exists only while the document is at status 1. Create a new document to upload again.",
  },
  "idempotency-key-reused": {
    status: 409,
    title: "The idempotency key was used for something else",
    help: "Send each Idempotency-Key with one body only. Make a new key for a new document; a key is free again after 24 hours.",
  },
  "file-not-uploaded": {
    status: 409,
    title: "The file is not uploaded yet",
    help: "PUT the raw bytes to uploadSignedUrl, wait for 200, then report status 2.",
  },
  "file-empty": {
    status: 409,
    title: "The uploaded file is empty",
    help: "Upload the file again to the same URL, then report status 2 again; or report 6.",
  },
  "file-too-large": {
    status: 409,
    title: "The uploaded file is too large",
    help: "Upload a smaller file to the same URL, or report 6. An operator can raise UPLOAD_SIZE_MAX_BYTES up to 5 GiB.",
  },
  "file-changed": {
    status: 409,
    title: "The file changed while it was checked",
    help: "Wait until no upload to this URL is running, then report status 2 again.",
  },
  "content-gone": {
    status: 410,
    title: "The content is gone",
    help: "The upload failed or the bytes were erased after their retention. Create a new document to upload again.",
  },
  "webhook-not-configured": {
    status: 409,
    title: "No webhook URL is set",
    help: "Set the webhook URL first, then send again.",
  },
  "notification-not-resendable": {
    status: 409,
    title: "A test is sent once",
    help: "Send a new test notification instead.",
  },
  "secret-set-by-operator": {
    status: 409,
    title: "The operator decides the signing secret",
    help: "An operator changes the setting WEBHOOK_SIGNING_SECRET and starts Stagedoor again; or removes it, and then secrets can be rotated.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    help: "Bodies of the API have at most 64 KiB. Files go to uploadSignedUrl, not to the API.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body must be JSON",
    help: "Send the header Content-Type: application/json, without compression.",
  },
  "validation-failed": {
    status: 422,
    title: "Some values are not valid",
    help: "errors[] names each wrong value by its JSON pointer and says what is expected.",
  },
  "status-not-settable": {
    status: 422,
    title: "This status cannot be set",
    help: "The integer is no status, or no scope of this key can ever set it; the detail lists those that can be set.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many calls",
    help: "Wait for the seconds in Retry-After, then go on more slowly. An operator can change RATE_LIMIT_PER_KEY and RATE_LIMIT_PER_ADDRESS; those of tried passwords are fixed.",
  },
  "internal-error": {
    status: 500,
    title: "Something unexpected happened",
    help: "Nothing that was answered with success is lost. Repeat the call; if it fails again, give the requestId to an administrator.",
  },
  "database-unavailable": {
    status: 503,
    title: "The database does not answer",
    help: "Repeat the call after the time in Retry-After. A repeated report is harmless.",
  },
  "object-store-unavailable": {
    status: 503,
    title: "The object store does not answer",
    help: "Repeat the call after the time in Retry-After. A repeated report is harmless.",
  },
  "engine-unavailable": {
    status: 503,
    title: "The engine of durable work does not answer",
    help: "Nothing was lost: what was decided is kept and done as soon as the engine answers again.",
  },
  "too-much-contention": {
    status: 503,
    title: "Too many calls changed the same thing at once",
    help: "Repeat the call after the time in Retry-After.",
  },
  "too-many-streams": {
    status: 503,
    title: "Too many pages listen to live updates",
    help: "Nothing is lost: a page without live updates reads anew by itself. It listens again after the time in Retry-After.",
  },
};

/** An RFC 9457 problem as the API answers it. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly errors: readonly InputError[];
}

/** Describes an error to a client; `type` is the address of the page that explains the code. */
export function toProblem(
  error: DomainError,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
): Problem {
  const { status, title } = PROBLEMS[error.code];
  return {
    type: `${publicUrl}/docs/problems/${error.code}`,
    title,
    status,
    detail: error.detail,
    code: error.code,
    requestId,
    errors: error.errors,
  };
}
