import type { CodeSample } from "../code-samples";
import type { OpenApiDocument } from "../openapi-document";
import { propertiesOf, propertyOf, type ReferenceProperty } from "./properties";
import { componentOf, type JsonSchema, type TypePart, typePartsOf } from "./type-parts";

/** The place of a parameter in a request. */
export type ParameterPlace = "path" | "query" | "header";

/** The response of a successful operation. */
export interface ReferenceResponse {
  readonly status: number;
  readonly description: string;
  /** The headers of this response, except those that every response has. */
  readonly headers: readonly string[];
  /** The name of the body's component; null if there is no body or its schema has no name. */
  readonly object: string | null;
  /** The body as indented JSON; null if there is no body. */
  readonly example: string | null;
}

/** An error that an operation can return. Each error code has its own page. */
export interface ReferenceProblem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
}

/** One call. */
export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (ReferenceProperty & { readonly place: ParameterPlace })[];
  /** The request body; null if the operation takes none. */
  readonly body: {
    readonly object: string;
    readonly properties: readonly ReferenceProperty[];
  } | null;
  readonly samples: readonly CodeSample[];
  readonly responses: readonly ReferenceResponse[];
  readonly problems: readonly ReferenceProblem[];
}

/** An object in requests or responses, with its name in the OpenAPI document. */
export interface ReferenceObject {
  readonly name: string;
  readonly description: string;
  /** The type of the object. Used if the object has no properties. */
  readonly type: readonly TypePart[];
  /** Whether the object is part of requests. In responses, all properties are always present. */
  readonly isOfRequest: boolean;
  readonly properties: readonly ReferenceProperty[];
}

/** The OpenAPI document, prepared for the reference page. */
export interface ApiReference {
  readonly introduction: string;
  readonly apiKey: string;
  readonly tags: readonly {
    readonly name: string;
    readonly operations: readonly ReferenceOperation[];
  }[];
  readonly headers: readonly ReferenceProperty[];
  readonly objects: readonly ReferenceObject[];
  /** An example of an error response, as indented JSON. */
  readonly problemExample: string;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (JsonSchema & { name: string; in: ParameterPlace })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, RawResponse>>;
  readonly "x-codeSamples": readonly CodeSample[];
}
interface RawResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}
type Content = Readonly<Record<string, MediaType | undefined>>;
interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
/** These headers are not listed for each operation, because every response has them. */
const COMMON_HEADERS = ["X-Request-Id", "RateLimit-Policy", "RateLimit"];

/**
 * Reads an OpenAPI document that we generated. Documents from other sources may contain parts that this function ignores.
 */
export function apiReferenceOf(document: OpenApiDocument): ApiReference {
  const schemas = document.components.schemas as Record<string, JsonSchema>;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      raw: operation as RawOperation,
    })),
  );
  const ofRequests = requestObjects(
    operations.map(({ raw }) => raw),
    schemas,
  );
  return {
    introduction: document.info.description,
    apiKey: textOf(
      (document.components.securitySchemes?.apiKey as JsonSchema | undefined)?.description,
    ),
    tags: document.tags.map(({ name }) => ({
      name,
      operations: operations
        .filter(({ raw }) => raw.tags.includes(name))
        .toSorted((one, other) => stepOf(one.raw) - stepOf(other.raw))
        .map(({ path, method, raw }) => operationOf(path, method, raw, schemas)),
    })),
    headers: Object.entries(document.components.headers ?? {}).map(([name, header]) =>
      parameterOf(name, header as JsonSchema, false),
    ),
    objects: Object.entries(schemas).map(([name, schema]) => ({
      name,
      description: textOf(schema.description),
      type: typePartsOf(schema),
      isOfRequest: ofRequests.has(name),
      properties: propertiesOf(schema),
    })),
    problemExample: indented(firstProblemOf(operations.map(({ raw }) => raw))),
  };
}

/** Returns the names of the objects in request bodies, including nested ones. */
function requestObjects(
  operations: readonly RawOperation[],
  schemas: Readonly<Record<string, JsonSchema>>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string | null) => {
    if (name === null || found.has(name)) return;
    found.add(name);
    for (const { type } of propertiesOf(schemas[name] ?? {})) {
      for (const { object } of type) add(object);
    }
  };
  for (const { requestBody } of operations) {
    add(componentOf(requestBody?.content[JSON_TYPE]?.schema ?? {}));
  }
  return found;
}

/**
 * Operations whose summaries are numbered come first, in that order, because the document groups calls by path and not by
 * step.
 */
const stepOf = ({ summary }: RawOperation) => Number(/^(\d+)\. /.exec(summary)?.[1] ?? 1_000);

function operationOf(
  path: string,
  method: string,
  raw: RawOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): ReferenceOperation {
  const object = componentOf(raw.requestBody?.content[JSON_TYPE]?.schema ?? {});
  const responses = Object.entries(raw.responses);
  return {
    path,
    id: raw.operationId,
    method: method.toUpperCase(),
    summary: raw.summary,
    description: raw.description,
    samples: raw["x-codeSamples"],
    parameters: (raw.parameters ?? []).map((parameter) => ({
      ...parameterOf(parameter.name, parameter, parameter.required === true),
      place: parameter.in,
    })),
    body: object === null ? null : { object, properties: propertiesOf(schemas[object] ?? {}) },
    responses: responses
      .filter(([, { content }]) => !content?.[PROBLEM_TYPE])
      .map(([status, response]) => responseOf(Number(status), response)),
    problems: responses.flatMap(([status, { content }]) =>
      Object.entries(content?.[PROBLEM_TYPE]?.examples ?? {}).map(([code, { value }]) => ({
        status: Number(status),
        code,
        title: textOf((value as JsonSchema).title),
      })),
    ),
  };
}

/** OpenAPI puts the description of a parameter beside its schema and not into it. */
const parameterOf = (name: string, { schema, description }: JsonSchema, isRequired: boolean) =>
  propertyOf(name, { ...(schema as JsonSchema), description }, isRequired);

function responseOf(status: number, response: RawResponse): ReferenceResponse {
  const body = response.content?.[JSON_TYPE];
  return {
    status,
    description: response.description,
    headers: Object.keys(response.headers ?? {}).filter((name) => !COMMON_HEADERS.includes(name)),
    object: componentOf(body?.schema ?? {}),
    example: body ? indented(body.example) : null,
  };
}

function firstProblemOf(operations: readonly RawOperation[]): unknown {
  const [example] = operations.flatMap(({ responses }) =>
    Object.values(responses["422"]?.content?.[PROBLEM_TYPE]?.examples ?? {}),
  );
  return example?.value;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const indented = (value: unknown) => JSON.stringify(value, null, 2);
