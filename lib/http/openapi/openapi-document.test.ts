import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pathParameters } from "../core/operation";
import { pageQuery } from "../core/schemas";
import { stagedDocumentsQuery, statusFeedQuery } from "../documents/external-api-schemas";
import { OPERATIONS, openApiDocument } from "./openapi-document";
import { QUERY_PARAMETERS } from "./parameters";
import { COMPONENTS } from "./schema-components";

type Json = Record<string, unknown>;

const ORIGIN = "http://127.0.0.1:3000";
const document = openApiDocument(ORIGIN);
const nodes = [...walk(document)];

describe("the committed file", () => {
  test("matches the schemas (if it does not, run `npm run openapi`)", () => {
    expect(JSON.parse(readFileSync("docs/openapi.json", "utf8"))).toEqual(document);
  });
});

describe("the OpenAPI document", () => {
  test("declares OpenAPI 3.1 and names the installation that serves it", () => {
    const { openapi, servers } = openApiDocument("https://documents.example.org");
    expect(openapi).toMatch(/^3\.1\.\d+$/);
    expect(servers).toEqual([{ url: "https://documents.example.org" }]);
    expect(JSON.stringify(document)).not.toContain("stagedoor.example.com");
  });

  test("has only references that can be resolved", () => {
    const targets = nodes.flatMap(({ value }) =>
      typeof value.$ref === "string" ? value.$ref : [],
    );
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((target) => !isObject(resolve(target)))).toEqual([]);
  });

  test("uses every component", () => {
    const text = JSON.stringify(document);
    const names = Object.entries(document.components)
      .filter(([kind]) => kind !== "securitySchemes")
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`));
    expect(names.filter((name) => !text.includes(`"$ref":"${name}"`))).toEqual([]);
  });

  test("lets responses get further properties", () => {
    const outputs = Object.entries(COMPONENTS).filter(([, { io }]) => io === "output");
    const schemas = outputs.map(([id]) => resolve(`#/components/schemas/${id}`));
    expect(schemas.length).toBeGreaterThan(20);
    expect([...walk(schemas)].filter(({ value }) => value.additionalProperties === false)).toEqual(
      [],
    );
  });

  test("contains every operation exactly once", () => {
    const ids = OPERATIONS.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const calls = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });

  test.each(OPERATIONS)("has all that OpenAPI requires for $operationId", ({ method, path }) => {
    const operation = operationAt(method, path);
    const parameters = (operation.parameters ?? []) as {
      name: string;
      in: string;
      required: boolean;
    }[];
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual(pathParameters(path));
    expect(inPath.every(({ required }) => required)).toBe(true);
    const responses = Object.entries(operation.responses as Record<string, Json>);
    expect(responses.every(([status]) => /^[1-5]\d\d$/.test(status))).toBe(true);
    expect(responses.every(([, { description }]) => String(description).length > 3)).toBe(true);
    expect(document.tags).toContainEqual({ name: (operation.tags as string[])[0] });
  });

  test("uses only keywords of JSON Schema 2020-12", () => {
    const old = nodes.filter(({ value }) => "nullable" in value || value.exclusiveMinimum === true);
    expect(old.map(({ path }) => path)).toEqual([]);
  });

  test.each(Object.keys(COMPONENTS))("describes the properties of %s", (name) => {
    const { properties = {} } = resolve(`#/components/schemas/${name}`) as { properties?: Json };
    const described = Object.entries(properties).filter(
      ([, property]) => typeof (property as Json).description === "string",
    );
    expect(described.map(([property]) => property)).toEqual(Object.keys(properties));
  });
});

describe("examples", () => {
  const media = nodes.filter(({ value }) => "schema" in value && isObject(value.schema));
  const examples = media.flatMap(({ path, value: { schema, example, examples } }) => [
    ...(example === undefined ? [] : [{ path, schema, example }]),
    ...Object.entries((examples ?? {}) as Record<string, { value: unknown }>).map(
      ([name, { value }]) => ({ path: `${path} ${name}`, schema, example: value }),
    ),
  ]);

  test("exist for every body", () => {
    const bodies = media.filter(({ path }) => path.includes("/content/"));
    const without = bodies.filter(({ value }) => !("example" in value) && !("examples" in value));
    expect(without).toEqual([]);
    expect(examples.length).toBeGreaterThan(50);
  });

  test.each(examples)("match their schemas: $path", ({ schema, example }) => {
    const parsed = asZod(schema as Json).safeParse(example);
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  test("of requests are accepted by the handlers' schemas", () => {
    const bodies = OPERATIONS.flatMap(({ body }) => (body ? [body] : []));
    const refused = bodies.flatMap(({ schema, examples: values }) =>
      Object.values(values).filter((value) => !schema.safeParse(value).success),
    );
    expect(refused).toEqual([]);
  });

  test("are checked by a validator that rejects an invalid value", () => {
    const problem = asZod({ $ref: "#/components/schemas/ReportStatus" });
    expect(problem.safeParse({ status: 7 }).success).toBe(false);
    expect(problem.safeParse({ status: 2, colour: "red" }).success).toBe(false);
  });
});

describe("parameters are read as documented", () => {
  const limit = QUERY_PARAMETERS.limit?.schema ?? {};

  test.each([
    ["limit", limit.minimum, limit.maximum, pageQuery.shape.limit],
    ["after", 0, QUERY_PARAMETERS.after?.schema.maximum, statusFeedQuery.shape.after],
  ])("the parameter %s, from %s to %s", (_name, minimum, maximum, schema) => {
    expect(schema.safeParse(String(minimum)).success).toBe(true);
    expect(schema.safeParse(String(maximum)).success).toBe(true);
    expect(schema.safeParse(String(Number(minimum) - 1)).success).toBe(false);
    expect(schema.safeParse(String(Number(maximum) + 1)).success).toBe(false);
  });

  test("the default values", () => {
    expect(pageQuery.parse({}).limit).toBe(limit.default);
    expect(Number(statusFeedQuery.parse({}).after)).toBe(QUERY_PARAMETERS.after?.schema.default);
  });

  test("the statuses", () => {
    const { enum: statuses = [] } = (QUERY_PARAMETERS.status?.schema ?? {}) as { enum?: number[] };
    const accepted = Array.from({ length: 12 }, (_, index) => index).filter(
      (status) => stagedDocumentsQuery.safeParse({ status: String(status) }).success,
    );
    expect(accepted).toEqual(statuses);
  });
});

describe("request bodies are read as documented", () => {
  const bounded = OPERATIONS.flatMap(({ body }) => (body ? [body] : [])).flatMap((body) => {
    const name = Object.keys(COMPONENTS).find((key) => COMPONENTS[key]?.schema === body.schema);
    const { properties } = resolve(`#/components/schemas/${name}`) as {
      properties: Record<string, { maxLength?: number }>;
    };
    return Object.entries(properties).flatMap(([property, { maxLength }]) =>
      maxLength ? [{ name, property, maxLength, body }] : [],
    );
  });

  test.each(bounded)("$name.$property has at most $maxLength characters", (bound) => {
    const { property, maxLength, body } = bound;
    const [example] = Object.values(body.examples);
    const ofLength = (length: number) =>
      body.schema.safeParse({ ...(example as Json), [property]: "x.pdf".padStart(length, "x") });
    expect(ofLength(maxLength).success).toBe(true);
    expect(ofLength(maxLength + 1).success).toBe(false);
  });
});

function operationAt(method: string, path: string): Json {
  return (document.paths[path]?.[method] ?? {}) as Json;
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), document);
}

/** Returns a validator for a schema in the document, including the schemas that it refers to. */
function asZod(schema: Json): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

function* walk(value: unknown, path = "#"): Generator<{ path: string; value: Json }> {
  if (!isObject(value)) return;
  yield { path, value };
  for (const [key, child] of Object.entries(value)) yield* walk(child, `${path}/${key}`);
}
