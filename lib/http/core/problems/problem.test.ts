import { describe, expect, test } from "vitest";
import { DomainError, ERROR_CODES } from "@/lib/kernel/rules/errors";
import { cockpitProblem } from "../schemas";
import { PROBLEMS, toProblem } from "./problem";

/** The statuses in section 3 of the specification and in issue 2, copied by hand. */
const STATUS_OF: Record<string, number> = {
  "malformed-json": 400,
  "authentication-required": 401,
  "invalid-api-key": 401,
  "missing-scope": 403,
  "network-not-allowed": 403,
  "sign-in-required": 401,
  "sign-in-refused": 401,
  "missing-role": 403,
  "second-factor-required": 403,
  "second-factor-changed": 409,
  "cross-site-request": 403,
  "not-found": 404,
  "staged-document-not-found": 404,
  "notification-not-found": 404,
  "asset-not-found": 404,
  "asset-exists": 409,
  "assets-changed": 409,
  "results-changed": 409,
  "view-not-found": 404,
  "view-exists": 409,
  "too-many-views": 409,
  "bulk-work-not-found": 404,
  "bulk-work-started": 409,
  "too-many-documents": 422,
  "user-not-found": 404,
  "user-deactivated": 409,
  "own-account": 409,
  "last-administrator": 409,
  "password-link-not-found": 404,
  "password-link-used": 410,
  "password-link-expired": 410,
  "password-link-revoked": 410,
  "api-key-not-found": 404,
  "api-key-set-by-operator": 409,
  "api-key-not-rotatable": 409,
  "method-not-allowed": 405,
  "invalid-transition": 409,
  "upload-not-awaited": 409,
  "document-not-movable": 409,
  "run-ended": 409,
  "idempotency-key-reused": 409,
  "file-not-uploaded": 409,
  "file-empty": 409,
  "file-too-large": 409,
  "file-changed": 409,
  "content-gone": 410,
  "content-not-erasable": 409,
  "webhook-not-configured": 409,
  "notification-not-resendable": 409,
  "secret-set-by-operator": 409,
  "body-too-slow": 408,
  "body-too-large": 413,
  "unsupported-media-type": 415,
  "validation-failed": 422,
  "status-not-settable": 422,
  "rate-limited": 429,
  "internal-error": 500,
  "database-unavailable": 503,
  "object-store-unavailable": 503,
  "engine-unavailable": 503,
  "too-much-contention": 503,
  "too-many-streams": 503,
};

describe.each(ERROR_CODES)("%s", (code) => {
  test("has the status from the contract", () => {
    expect(PROBLEMS[code].status).toBe(STATUS_OF[code]);
  });

  test("has a title and a help text written for people", () => {
    expect(PROBLEMS[code].title).toMatch(/^[A-Z].{5,}/);
    expect(PROBLEMS[code].help).toMatch(/^\S.{20,}\.$/);
  });

  test("becomes a problem that matches the published schema", () => {
    const errors = [{ pointer: "#/name", detail: "must be a string" }];
    const answered = toProblem(new DomainError(code, "Do this.", { errors }), {
      publicUrl: "https://stagedoor.example.com",
      requestId: "019cbc00-0000-7000-8000-0000000000aa",
    });
    expect(cockpitProblem.parse(answered)).toEqual({
      type: `https://stagedoor.example.com/docs/problems/${code}`,
      title: PROBLEMS[code].title,
      status: PROBLEMS[code].status,
      detail: "Do this.",
      code,
      requestId: "019cbc00-0000-7000-8000-0000000000aa",
      errors,
    });
  });
});

test("the table contains only error codes of the domain", () => {
  expect(Object.keys(PROBLEMS).toSorted()).toEqual([...ERROR_CODES].sort());
});
