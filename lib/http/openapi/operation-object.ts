import { z } from "zod";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { DomainError, type ErrorCode } from "@/lib/kernel/rules/errors";
import { EXAMPLE_ORIGIN, type Operation, pathParameters, type Success } from "../core/operation";
import { PROBLEMS, toProblem } from "../core/problems/problem";
import { codeSamplesOf } from "./code-samples";
import { HEADER_PARAMETERS, PATH_PARAMETERS, QUERY_PARAMETERS } from "./parameters";
import { componentName } from "./schema-components";

type Json = Record<string, unknown>;

const EXAMPLE_REQUEST_ID = "019aa2f4-51c0-7d1e-9a3b-2c4d5e6f7a8b";

/** Returns the scopes of which a key needs at least one. For status changes, the table of moves adds conditions. */
export function scopesOf({ access }: Operation): readonly Scope[] {
  if (access === "public") return [];
  if (access !== "move-table") return [access];
  const movers = LIFECYCLE.moves.flatMap(({ from, movers }) => (from === null ? [] : movers));
  return SCOPES.filter((scope) => movers.includes(scope));
}

/** Returns an operation as an OpenAPI operation object. */
export function operationObject(operation: Operation): Json {
  const { operationId, tag, summary, description, access } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, needed(operation)].join("\n\n"),
    "x-scopes": scopesOf(operation),
    "x-codeSamples": codeSamplesOf(operation),
    ...(access === "public" ? { security: [] } : {}),
    ...someParameters(operation),
    ...requestBody(operation),
    responses: responses(operation),
  };
}

function needed(operation: Operation): string {
  const scopes = scopesOf(operation).map((scope) => `\`${scope}\``);
  if (scopes.length === 0) return "Needs no key.";
  const need = `Needs a key with the scope ${scopes.join(" or ")}`;
  return operation.access === "move-table"
    ? `${need}, depending on the status change.`
    : `${need}.`;
}

function someParameters({ path, query, headers = [] }: Operation): Json {
  const parameters = [
    ...pathParameters(path).map((name) => parameter("path", name, PATH_PARAMETERS)),
    ...Object.keys(query?.shape ?? {}).map((name) => parameter("query", name, QUERY_PARAMETERS)),
    ...headers.map((name) => parameter("header", name, HEADER_PARAMETERS)),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function parameter(place: "path" | "query" | "header", name: string, known: Json): Json {
  const description = known[name];
  if (!description) throw new Error(`the ${place} parameter ${name} has no description`);
  return { name, in: place, required: place === "path", ...description };
}

function requestBody({ body }: Operation): Json {
  if (!body) return {};
  const examples = Object.entries(body.examples).map(([name, value]) => [name, { value }]);
  return {
    requestBody: {
      required: !body.isOptional,
      content: {
        "application/json": {
          schema: referTo(body.schema),
          examples: Object.fromEntries(examples),
        },
      },
    },
  };
}

function responses(operation: Operation): Json {
  const { success, alsoAnswers = {} } = operation;
  const others = Object.entries(alsoAnswers).map(([status, description]) => [
    status,
    { description, headers: headerObjects(success.headers) },
  ]);
  return {
    [success.status]: successResponse(success),
    ...Object.fromEntries(others),
    ...problemResponses(operation),
  };
}

const headerObjects = (names: readonly string[] = []) =>
  Object.fromEntries(
    ["X-Request-Id", "RateLimit-Policy", "RateLimit", ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );

function successResponse({ description, body, headers }: Success): Json {
  const content = body && {
    "application/json": { schema: referTo(body.schema), example: body.example },
  };
  return { description, headers: headerObjects(headers), ...(content ? { content } : {}) };
}

function referTo(schema: z.ZodType): Json {
  const name = componentName(schema);
  if (name) return { $ref: `#/components/schemas/${name}` };
  const { $schema, ...json } = z.toJSONSchema(schema) as Json;
  return json;
}

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
function problemResponses(operation: Operation): Record<string, unknown> {
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
