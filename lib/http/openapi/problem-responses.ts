import { DomainError, type ErrorCode } from "@/lib/kernel/rules/errors";
import { PROBLEMS, toProblem } from "../core/problems/problem";
import { EXAMPLE_ORIGIN, EXAMPLE_REQUEST_ID } from "./examples";
import { type Operation, pathParameters } from "./operation";

const OF_EVERY_CALL: readonly ErrorCode[] = ["rate-limited", "internal-error"];
const OF_A_KEY: readonly ErrorCode[] = [
  "authentication-required",
  "invalid-api-key",
  "missing-scope",
  "network-not-allowed",
  "database-unavailable",
];
const OF_A_BODY: readonly ErrorCode[] = [
  "malformed-json",
  "body-too-large",
  "body-too-slow",
  "unsupported-media-type",
  "validation-failed",
];

/** The error code returned if nothing has the id in the path, by the name of the path parameter. */
const OF_A_PATH: Readonly<Record<string, ErrorCode>> = {
  uuid: "staged-document-not-found",
  id: "notification-not-found",
};

/** Returns every error code that an operation can return, starting with the codes that follow from its properties. */
export function codesOf(operation: Operation): readonly ErrorCode[] {
  const { access, path, body, query, codes = [] } = operation;
  const isKeyed = access !== "public";
  const found: readonly ErrorCode[] = [
    ...OF_EVERY_CALL,
    ...(isKeyed ? OF_A_KEY : []),
    ...pathParameters(path).flatMap((name) => OF_A_PATH[name] ?? []),
    ...(body ? OF_A_BODY : []),
    ...(query ? (["validation-failed"] as const) : []),
    ...codes,
  ];
  return [...new Set(found)];
}

/** Returns the error responses of an operation, by HTTP status. Each code has an example. */
export function problemResponses(operation: Operation): Record<string, unknown> {
  const codes = codesOf(operation);
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      problemResponse(
        status,
        codes.filter((code) => PROBLEMS[code].status === status),
      ),
    ]),
  );
}

function problemResponse(status: number, codes: readonly ErrorCode[]): Record<string, unknown> {
  const headers = headersOf(status);
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(" "),
    ...(headers.length === 0 ? {} : { headers: referToHeaders(headers) }),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { summary: PROBLEMS[code].title, value: exampleProblem(code) },
          ]),
        ),
      },
    },
  };
}

const referToHeaders = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Every response also has `X-Request-Id`, whose value is also in the body, and the headers with the remaining limits. */
function headersOf(status: number): readonly string[] {
  if (status === 401) return ["WWW-Authenticate"];
  if (status === 429) return ["Retry-After", "RateLimit-Policy", "RateLimit"];
  return status === 503 ? ["Retry-After"] : [];
}

/** Returns an example of the problem for an error code. In real responses, `detail` contains the actual values. */
function exampleProblem(code: ErrorCode) {
  const errors =
    code === "validation-failed"
      ? [{ pointer: "#/colour", detail: "is not a known property; leave it out" }]
      : [];
  const error = new DomainError(code, PROBLEMS[code].help, { errors });
  return toProblem(error, { publicUrl: EXAMPLE_ORIGIN, requestId: EXAMPLE_REQUEST_ID });
}
