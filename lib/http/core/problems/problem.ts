import type { DomainError, ErrorCode, InputError } from "@/lib/kernel/rules/errors";
import { ACCOUNT_PROBLEMS } from "./account-problems";
import type { ProblemDefinition } from "./problem-definition";

/**
 * The problems that concern what the cockpit's pages change: assets, the results of documents, saved views, and many documents at
 * once.
 */
const ASSET_PROBLEMS = {
  "asset-not-found": {
    status: 404,
    title: "Asset not found",
    help: "Check the identifier, which is case-sensitive, or search for the asset in the cockpit.",
  },
  "asset-exists": {
    status: 409,
    title: "The identifier is already in use",
    help: "Choose a different identifier, or look for the asset under “Archived”.",
  },
  "assets-changed": {
    status: 409,
    title: "Assets have changed since the preview",
    help: "Check the new preview of the import, and import the file again. Nothing was imported.",
  },
  "results-changed": {
    status: 409,
    title: "The document has changed",
    help: "Look at the current results, then decide or save your corrections again. Nothing was saved.",
  },
  "view-not-found": {
    status: 404,
    title: "View not found",
    help: "Load the list of documents again to see which views there are.",
  },
  "view-exists": {
    status: 409,
    title: "You already have a view with this name",
    help: "Choose another name. Upper and lower case count as the same.",
  },
  "too-many-views": {
    status: 409,
    title: "You have too many views",
    help: "Delete a view that you no longer need.",
  },
  "bulk-work-not-found": {
    status: 404,
    title: "The work on many documents was not found",
    help: "Only the person who started the work can see it, for 30 days. Select the documents again.",
  },
  "bulk-work-started": {
    status: 409,
    title: "The work has already been started",
    help: "Select the documents again. The work that was started continues.",
  },
  "too-many-documents": {
    status: 422,
    title: "Too many documents are selected",
    help: "Select at most 10,000 documents: narrow the filter or the search, and repeat the action for the rest. Nothing was changed.",
  },
} satisfies Partial<Record<ErrorCode, ProblemDefinition>>;

/** The only table from error codes to HTTP. A missing code is a compile error (decision 0005). */
export const PROBLEMS: Record<ErrorCode, ProblemDefinition> = {
  "malformed-json": {
    status: 400,
    title: "The body is not valid JSON",
    help: 'Send one JSON value in UTF-8, for example {"status": 2}.',
  },
  "authentication-required": {
    status: 401,
    title: "An API key is required",
    help: "Send the header Authorization: Bearer <api key> with every call.",
  },
  "invalid-api-key": {
    status: 401,
    title: "The API key is not valid",
    help: "The key is unknown, revoked or expired. Check for cut-off characters, or ask an administrator for a new key.",
  },
  "missing-scope": {
    status: 403,
    title: "The API key lacks the required scope",
    help: "Use a key with the scope named in the detail, or ask an administrator to create one.",
  },
  "network-not-allowed": {
    status: 403,
    title: "The API key cannot be used from this network",
    help: "The detail names the address of your call. Call from one of the key's allowed networks, or ask an administrator for a key that works from yours.",
  },
  "sign-in-required": {
    status: 401,
    title: "You are not signed in",
    help: "Sign in again. A session ends after 12 hours, when you sign out, when you end it from another device, when you change your password elsewhere, or when an administrator changes your role or deactivates your account.",
  },
  "sign-in-refused": {
    status: 401,
    title: "The password or the code is incorrect",
    help: "Enter your current password and the latest code from your authenticator app. If you forgot your password, an administrator can create a password reset link for you under Administration, Users. An operator can set a new password with npm run user -- reset-password.",
  },
  "missing-role": {
    status: 403,
    title: "Your role does not allow this",
    help: "The detail names the role that is needed. An administrator can change yours under Administration, Users.",
  },
  "second-factor-required": {
    status: 403,
    title: "A second factor is required",
    help: "Open /login/second-factor and set up an authenticator app. Then you can continue. The operator requires this with REQUIRE_SECOND_FACTOR.",
  },
  "second-factor-changed": {
    status: 409,
    title: "The second factor was changed in the meantime",
    help: "Reload the page to see whether you have a second factor now, then start again.",
  },
  "cross-site-request": {
    status: 403,
    title: "The request came from another site",
    help: "The cockpit accepts changes only from its own pages. Programs use the API with a key.",
  },
  "not-found": {
    status: 404,
    title: "Nothing exists at this path",
    help: "Check the spelling of the path in the documentation. Paths have no version segment.",
  },
  "staged-document-not-found": {
    status: 404,
    title: "Staged document not found",
    help: "Use the uuid returned when the document was created. Deleted documents can still be read.",
  },
  "notification-not-found": {
    status: 404,
    title: "Notification not found",
    help: "Use an id from the list of notifications. The webhook-id header contains it after msg_.",
  },
  ...ASSET_PROBLEMS,
  ...ACCOUNT_PROBLEMS,
  "method-not-allowed": {
    status: 405,
    title: "The method is not allowed",
    help: "The Allow header of the response lists the methods of this path.",
  },
  "invalid-transition": {
    status: 409,
    title: "This status change is not allowed now",
    help: "Read the document to see its current status. The detail lists the possible changes.",
  },
  "upload-not-awaited": {
    status: 409,
    title: "The document is not waiting for an upload",
    help: "You can get a new upload URL only while the document has status 1. To upload again, create a new document.",
  },
  "document-not-movable": {
    status: 409,
    title: "The document cannot be moved to another asset now",
    help: "Only documents that have been uploaded and not deleted can be moved. Read the document to see its current status.",
  },
  "run-ended": {
    status: 409,
    title: "The processing run has ended",
    help: "Discard the results of this run: it was not renewed in time, or the status of the document has changed. Read the document. If it has status 2 or 3, report 3 to take it again.",
  },
  "idempotency-key-reused": {
    status: 409,
    title: "The idempotency key was already used with a different body",
    help: "Use each Idempotency-Key with one body only. Use a new key for a new document. You can reuse a key after 24 hours.",
  },
  "file-not-uploaded": {
    status: 409,
    title: "The file has not been uploaded yet",
    help: "PUT the raw bytes to uploadSignedUrl, wait for 200, then report status 2.",
  },
  "file-empty": {
    status: 409,
    title: "The uploaded file is empty",
    help: "Upload the file again to the same URL and report status 2 again, or report 6.",
  },
  "file-too-large": {
    status: 409,
    title: "The uploaded file is too large",
    help: "Upload a smaller file to the same URL, or report 6. An operator can raise UPLOAD_SIZE_MAX_BYTES up to 5 GiB.",
  },
  "file-changed": {
    status: 409,
    title: "The file changed during the check",
    help: "Wait until all uploads to this URL have finished, then report status 2 again.",
  },
  "content-gone": {
    status: 410,
    title: "The file is no longer available",
    help: "The upload failed, or the file was erased. To upload again, create a new document.",
  },
  "content-not-erasable": {
    status: 409,
    title: "The content cannot be erased now",
    help: "Only the content of approved, deleted or failed documents can be erased. Delete the document first.",
  },
  "webhook-not-configured": {
    status: 409,
    title: "No webhook URL is set",
    help: "Set the webhook URL first, then send again.",
  },
  "notification-not-resendable": {
    status: 409,
    title: "A test notification cannot be resent",
    help: "Send a new test notification instead.",
  },
  "secret-set-by-operator": {
    status: 409,
    title: "The operator sets the signing secret",
    help: "An operator must change the setting WEBHOOK_SIGNING_SECRET and restart Stagedoor. Secrets can be rotated only without that setting.",
  },
  "body-too-slow": {
    status: 408,
    title: "The body arrived too slowly",
    help: "Send the complete body at once: JSON within 10 s, a file for an import within 60 s. Nothing was changed, so the call can be repeated.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    help: "API bodies are limited to 64 KiB. Upload files to uploadSignedUrl, not to the API.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body must be JSON",
    help: "Send the header Content-Type: application/json, without compression.",
  },
  "validation-failed": {
    status: 422,
    title: "Some values are invalid",
    help: "errors[] lists each invalid value with its JSON pointer and what is expected.",
  },
  "status-not-settable": {
    status: 422,
    title: "This status cannot be set",
    help: "The number is not a status, or your key has no scope that can set it. The detail lists the statuses you can set.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many requests",
    help: "Wait the number of seconds in Retry-After, then slow down. An operator can change RATE_LIMIT_PER_KEY and RATE_LIMIT_PER_ADDRESS. Limits on password attempts are fixed; an operator can remove a lock with npm run user -- unlock.",
  },
  "internal-error": {
    status: 500,
    title: "Something went wrong",
    help: "Everything confirmed with a success response is saved. Retry the call. If it fails again, give the requestId to an administrator.",
  },
  "database-unavailable": {
    status: 503,
    title: "The database is not available",
    help: "Retry the call after the number of seconds in Retry-After. It is safe to repeat a report.",
  },
  "object-store-unavailable": {
    status: 503,
    title: "The object store is not available",
    help: "Retry the call after the number of seconds in Retry-After. It is safe to repeat a report.",
  },
  "engine-unavailable": {
    status: 503,
    title: "The durable work engine is not available",
    help: "Nothing is lost. Saved work continues as soon as the engine is available again.",
  },
  "too-much-contention": {
    status: 503,
    title: "Too many calls changed the same thing at once",
    help: "Retry the call after the number of seconds in Retry-After.",
  },
  "too-many-streams": {
    status: 503,
    title: "Too many pages receive live updates",
    help: "Pages without live updates reload their data automatically. They reconnect after the number of seconds in Retry-After.",
  },
};

/** An RFC 9457 problem as the API returns it. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly errors: readonly InputError[];
}

/** Converts an error to a problem for clients. `type` is the URL of the page that explains the code. */
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
