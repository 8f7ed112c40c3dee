import { z } from "zod";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { SCOPES, type Scope } from "@/lib/kernel/rules/scopes";
import { codeSamplesOf } from "./code-samples";
import { type Operation, pathParameters, type Success } from "./operation";
import { HEADER_PARAMETERS, PATH_PARAMETERS, QUERY_PARAMETERS } from "./parameters";
import { problemResponses } from "./problem-responses";
import { componentName } from "./schema-components";

type Json = Record<string, unknown>;

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
