import { z } from "zod";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import { problem } from "../core/schemas";
import {
  createdStagedDocument,
  createStagedDocumentBody,
  lifecycleTables,
  replayedStagedDocument,
  reportStatusBody,
  stagedDocumentPage,
  stagedDocumentRecord,
  statusChangePage,
  statusFeedPage,
} from "../documents/external-api-schemas";
import { classification, reportedFailure } from "../documents/result-schemas";
import {
  rotatedWebhookSecret,
  setWebhookUrlBody,
  webhookConfiguration,
} from "../notifications/external-api-schemas";
import { type Component, component, type Property } from "./component";
import { NOTIFICATION_COMPONENTS } from "./notification-components";

type JsonSchema = Record<string, unknown>;

const UPLOAD_URL = "PUT the raw bytes here, without any other header. Treat it as a secret.";

const RECORD = {
  uuid: "Identifies the document for ever.",
  assetIdentifier: "The asset it belongs to, whether that asset is known here or not.",
  name: "The file's name, as it was given.",
  status: "What is the case now.",
  statusName: "The same as a word.",
  url: "The address of this record.",
  uploadExpiresAt: "Until when an upload may begin; null unless the status is 1.",
  createdAt: "When it was announced.",
  updatedAt: "When its status or its data last changed.",
  file: "What was found in the object store; null before a successful report.",
  classification: "What processing found out; null before.",
  failure: "Why the upload or the processing failed; null when neither did.",
};

const CLASSIFICATION: Record<string, Property> &
  Record<keyof typeof classification.shape, Property> = {
  documentClass: { description: "What kind of document it is.", minLength: 1, maxLength: 100 },
  score: "How sure that is, from 0 to 1.",
  language: "A BCP 47 tag; null when unknown.",
  pages: "How many pages it has; null when unknown.",
  fields: "The values that were found, and where.",
  processor: { description: "Who found out.", minLength: 1, maxLength: 200 },
};

const settableStatuses = LIFECYCLE.moves.flatMap(({ from, to }) => (from === null ? [] : [to]));

/** Every schema that has a name in the document. */
export const COMPONENTS: Readonly<Record<string, Component>> = {
  CreateStagedDocument: component("input", createStagedDocumentBody, "Announces a file.", {
    assetIdentifier: {
      description: "The asset that the document belongs to; it need not exist yet.",
      minLength: 1,
      maxLength: 255,
    },
    name: {
      description: "`<file-name>.<file-extension>`, without a path.",
      minLength: 3,
      maxLength: 255,
    },
  }),
  ReportStatus: component("input", reportStatusBody, "Reports how it went.", {
    status: {
      description: "2 when the upload succeeded, 6 when it failed; others by the move table.",
      enum: [...new Set(settableStatuses)].sort((a, b) => a - b),
    },
    classification: "What processing found out; with 4 or 5.",
    failure: "Why it failed; with 4 or 6.",
  }),
  ReportedClassification: component(
    "input",
    classification,
    "What a processor found out.",
    CLASSIFICATION,
  ),
  ReportedFailure: component("input", reportedFailure, "Why it failed.", {
    code: "For programs, in kebab-case.",
    message: { description: "For people.", minLength: 1, maxLength: 1000 },
  }),
  SetWebhookUrl: component("input", setWebhookUrlBody, "Says where notifications go.", {
    url: { description: "A public `https://` address.", format: "uri", pattern: "^https://" },
  }),
  StagedDocument: component("output", stagedDocumentRecord, "A staged document.", RECORD),
  CreatedStagedDocument: component(
    "output",
    replayedStagedDocument,
    "A staged document with the right to upload its file.",
    {
      ...RECORD,
      uploadSignedUrl: `${UPLOAD_URL} Only left out when an \`Idempotency-Key\` repeats a creation whose upload cannot begin any more.`,
    },
  ),
  UploadableStagedDocument: component(
    "output",
    createdStagedDocument,
    "A staged document with the right to upload its file.",
    { ...RECORD, uploadSignedUrl: UPLOAD_URL },
  ),
  StagedDocumentPage: component("output", stagedDocumentPage, "A page of the list of documents.", {
    items: "The records.",
    nextCursor: "For the next page; null on the last one.",
  }),
  DocumentFile: component("output", stagedDocumentRecord.shape.file.unwrap(), "A verified file.", {
    size: "In bytes.",
    contentType: "By the object store; not verified.",
    sha256: "In hexadecimal; null when the object store does not know it.",
    verifiedAt: "When it was looked at.",
  }),
  Classification: component("output", classification, "What processing found out.", CLASSIFICATION),
  Failure: component("output", stagedDocumentRecord.shape.failure.unwrap(), "Why it failed.", {
    code: "For programs.",
    message: "For people.",
  }),
  Lifecycle: component("output", lifecycleTables, "What is not in `moves` is not allowed.", {
    statuses: "Every status and what it means.",
    moves: "Every allowed change: who may make it, when, and whether the remote system is told.",
  }),
  StatusChangePage: component("output", statusChangePage, "A page of a history, oldest first.", {
    items: "The changes.",
    nextCursor: "For the next page; null on the last one.",
  }),
  StatusChange: component("output", statusChangePage.shape.items.element, "One change.", {
    previousStatus: "null for the creation.",
    currentStatus: "The status from then on.",
    at: "When.",
    actor: "Who: a key, an administrator, or a part of Stagedoor.",
    reason: "Why, as a word.",
    notified: "Whether the remote system is told of it.",
    sequence: "Its place in the feed; null while it has none.",
  }),
  StatusFeedPage: component("output", statusFeedPage, "A page of the feed, oldest first.", {
    items: "The changes; none when nothing happened since.",
    nextAfter: "Give this as `after` the next time, also when the page was empty.",
  }),
  StatusFeedEntry: component("output", statusFeedPage.shape.items.element, "One change.", {
    sequence: "From 1, without gaps.",
    at: "When.",
    uuid: "The document.",
    url: "The address of its record.",
    previousStatus: "null for the creation.",
    currentStatus: "The status from then on.",
  }),
  WebhookConfiguration: component("output", webhookConfiguration, "Where notifications go.", {
    url: "null while none is set.",
  }),
  RotatedWebhookSecret: component("output", rotatedWebhookSecret, "A new signing secret.", {
    secret: "Shown this once. The one before stays valid for 24 hours.",
  }),
  ...NOTIFICATION_COMPONENTS,
  Problem: component("output", problem, "An error (RFC 9457).", {
    type: "The address of a page that says what happened and what to do.",
    title: "The kind of error.",
    status: "The HTTP status.",
    detail: "What happened here, and what to do next.",
    code: "For programs: it never changes its meaning.",
    requestId: "Names this call in the log.",
    errors: "Each wrong value by its JSON pointer; empty for other errors.",
  }),
  Status: {
    schema: stagedDocumentRecord.shape.status,
    io: "output",
    description: LIFECYCLE.statuses
      .map(({ status, statusName, meaning }) => `${status} \`${statusName}\`: ${meaning}`)
      .join(" "),
    properties: {},
  },
};

/** The name that a schema has in the document; null: it has none and is written out where it is used. */
export function componentName(schema: z.ZodType): string | null {
  const found = Object.entries(COMPONENTS).find(([, candidate]) => candidate.schema === schema);
  return found?.[0] ?? null;
}

/** All components as JSON Schema of 2020-12, the dialect of OpenAPI 3.1. */
export function schemaComponents(): Record<string, JsonSchema> {
  const json = { input: componentsOf("input"), output: componentsOf("output") };
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([id, { io, description, properties }]) => {
      const { $schema, $id, ...schema } = (json[io][id] ?? {}) as JsonSchema;
      return [id, { ...withWords(schema, properties), description }];
    }),
  );
}

/** What may be left out of a request is there in an answer, so that one schema may be two components. */
function componentsOf(io: Component["io"]): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, component] of Object.entries(COMPONENTS)) {
    if (component.io === io) registry.add(component.schema, { id });
  }
  return z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => simplify(jsonSchema),
  }).schemas;
}

function withWords(schema: JsonSchema, words: Component["properties"]): JsonSchema {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const described = Object.entries(properties).map(([name, property]) => {
    const word = words[name];
    return [name, { ...property, ...(typeof word === "string" ? { description: word } : word) }];
  });
  return described.length === 0 ? schema : { ...schema, properties: Object.fromEntries(described) };
}

/** What a `format` says need not be said by a pattern again, nor a list of integers by a choice of constants. */
function simplify(schema: JsonSchema): void {
  if ("format" in schema) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  const constants = Array.isArray(schema.anyOf)
    ? schema.anyOf.map(({ const: value }) => value)
    : [];
  if (constants.length > 1 && constants.every(Number.isInteger)) {
    delete schema.anyOf;
    Object.assign(schema, { type: "integer", enum: constants });
  }
}
