import { z } from "zod";
import { ASSET_OPERATIONS } from "../assets/operations";
import { type DeclaredOperations, EXAMPLE_ORIGIN, operationsOf } from "../core/operation";
import { DOCUMENT_OPERATIONS, STATUS_OPERATIONS } from "../documents/operations";
import { NOTIFICATION_OPERATIONS, WEBHOOK_OPERATIONS } from "../notifications/operations";
import { CLASS_OPERATIONS } from "../processing/operations";
import { operationObject } from "./operation-object";
import { RESPONSE_HEADERS } from "./parameters";
import { schemaComponents } from "./schema-components";

/** The operation that returns the OpenAPI document. It is public: developers who are getting started have no key yet. */
export const DESCRIPTION_OPERATIONS = {
  getOpenApiDocument: {
    method: "get",
    path: "/external-api/openapi.json",
    tag: "About this API",
    summary: "Read this description",
    description: "OpenAPI 3.1, for people and for client generators.",
    access: "public",
    success: {
      status: 200,
      description: "This document.",
      body: {
        schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
        example: { openapi: "3.1.1", paths: {} },
      },
    },
  },
} satisfies DeclaredOperations;

/**
 * The operations of the external API. The document, its tests and the reference page are all generated from this list.
 */
export const OPERATIONS = operationsOf(
  DOCUMENT_OPERATIONS,
  ASSET_OPERATIONS,
  CLASS_OPERATIONS,
  NOTIFICATION_OPERATIONS,
  STATUS_OPERATIONS,
  WEBHOOK_OPERATIONS,
  DESCRIPTION_OPERATIONS,
);

/** The external API as OpenAPI 3.1, generated from the schemas that its handlers use (decision 0020). */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let text: string | null = null;

/**
 * Returns the document for the installation at this origin. The document is generated only once; later calls only replace
 * the origin.
 */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  text ??= JSON.stringify(makeDocument());
  return JSON.parse(text.replaceAll(EXAMPLE_ORIGIN, publicUrl)) as OpenApiDocument;
}

function makeDocument(): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: {
      title: "Stagedoor external API",
      version: "1",
      description: DESCRIPTION,
    },
    servers: [{ url: EXAMPLE_ORIGIN }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths: makePaths(),
    components: {
      schemas: schemaComponents(),
      headers: RESPONSE_HEADERS,
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: API_KEY },
      },
    },
  };
}

function makePaths(): OpenApiDocument["paths"] {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: operationObject(operation),
    };
  }
  return paths;
}

const API_KEY =
  "A Stagedoor API key. The first one is in `first-api-key` in the data folder. An administrator can create more.";

const DESCRIPTION = `Upload a document in three steps: create it, upload its file, report the result.

1. \`POST /external-api/staged-documents\` returns a record and \`uploadSignedUrl\`.
2. \`PUT\` the raw bytes to \`uploadSignedUrl\`. They go straight to the object store, not through this API.
3. \`PUT /external-api/staged-documents/{uuid}\` with \`{"status": 2}\`, or 6 if the upload failed.

Every error is \`application/problem+json\`: \`code\` is for programs, \`detail\` says what to do next, and \`type\` links to a page about the error. Unknown paths return 404 \`not-found\`; unsupported methods return 405 \`method-not-allowed\` with \`Allow\`. \`HEAD\` works wherever \`GET\` does. Bodies are JSON of at most 64 KiB, and unknown properties are rejected.

Retry calls that return 429 or 503 after \`Retry-After\`, and calls that get no response. Reports of 2 and 6 are safe to repeat; creations are safe with an \`Idempotency-Key\`.`;
