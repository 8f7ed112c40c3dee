import { z } from "zod";
import { LIFECYCLE } from "@/lib/documents/rules/status";
import {
  amendAssetBody,
  assetPage,
  assetRecord,
  putAssetBody,
} from "../assets/external-api-schemas";
import { failure, problem } from "../core/schemas";
import { eraseContentBody, moveDocumentBody } from "../documents/cockpit-schemas";
import {
  createdStagedDocument,
  createStagedDocumentBody,
  deletion,
  documentFile,
  lifecycleTables,
  processingLease,
  replayedStagedDocument,
  reportedStagedDocument,
  reportStatusBody,
  stagedDocumentPage,
  stagedDocumentRecord,
  statusChange,
  statusChangePage,
  statusFeedEntry,
  statusFeedPage,
  statusInteger,
} from "../documents/external-api-schemas";
import { classification, classifiedAttachment, reportedFailure } from "../documents/result-schemas";
import {
  attemptResult,
  delivery,
  deliveryAnswer,
  deliveryConnection,
  deliveryFailure,
  deliveryPhases,
  notificationDetail,
  notificationItem,
  notificationPage,
  notificationRecord,
  resendNotificationsBody,
  resentNotifications,
  rotatedWebhookSecret,
  setWebhookUrlBody,
  webhookConfiguration,
} from "../notifications/external-api-schemas";

import {
  documentClassPage,
  documentClassRecord,
  putDocumentClassBody,
} from "../processing/document-class-schemas";

type JsonSchema = Record<string, unknown>;

/** A schema with a name in the OpenAPI document. */
interface Component {
  readonly schema: z.ZodType;
  readonly io: "input" | "output";
  readonly description: string;
}

const input = (schema: z.ZodType, description: string): Component => ({
  io: "input",
  schema,
  description,
});
const output = (schema: z.ZodType, description: string): Component => ({
  io: "output",
  schema,
  description,
});

const UPLOADABLE = "A staged document with its upload URL.";
const STATUSES = LIFECYCLE.statuses
  .map(({ status, statusName, meaning }) => `${status} \`${statusName}\`: ${meaning}`)
  .join(" ");

/** Every schema with a name in the OpenAPI document. Descriptions of the properties are in the schemas themselves. */
export const COMPONENTS: Readonly<Record<string, Component>> = {
  CreateStagedDocument: input(createStagedDocumentBody, "Creates a document."),
  EraseContent: input(eraseContentBody, "Erases the content of a document."),
  MoveDocument: input(moveDocumentBody, "Moves a document to another asset."),
  ReportStatus: input(reportStatusBody, "Reports a status."),
  ReportedClassification: input(classification, "The results of a processor."),
  ReportedAttachment: input(
    classifiedAttachment,
    "The results of a processor for one attachment of an email.",
  ),
  ReportedFailure: input(reportedFailure, "Why the document failed."),
  SetWebhookUrl: input(setWebhookUrlBody, "Sets where notifications are sent."),
  StagedDocument: output(stagedDocumentRecord, "A staged document."),
  CreatedStagedDocument: output(replayedStagedDocument, UPLOADABLE),
  UploadableStagedDocument: output(createdStagedDocument, UPLOADABLE),
  ReportedStagedDocument: output(
    reportedStagedDocument,
    "A staged document and, if this report took it, the run to settle.",
  ),
  ProcessingLease: output(processingLease, "A processing run that was taken."),
  StagedDocumentPage: output(stagedDocumentPage, "A page of the list of documents."),
  DocumentFile: output(documentFile, "A verified file."),
  Classification: output(classification, "The results of processing."),
  ClassifiedAttachment: output(
    classifiedAttachment,
    "The results of processing for one attachment of an email.",
  ),
  Failure: output(failure, "Why the document failed."),
  Deletion: output(deletion, "Why the document was deleted."),
  Lifecycle: output(
    lifecycleTables,
    "The lifecycle of a document. Only changes in `moves` are allowed.",
  ),
  StatusChangePage: output(statusChangePage, "A page of a history, oldest first."),
  StatusChange: output(statusChange, "One status change."),
  StatusFeedPage: output(statusFeedPage, "A page of the feed, oldest first."),
  StatusFeedEntry: output(statusFeedEntry, "One status change."),
  WebhookConfiguration: output(webhookConfiguration, "The URL that notifications are sent to."),
  RotatedWebhookSecret: output(rotatedWebhookSecret, "A new signing secret."),
  ResendNotifications: input(resendNotificationsBody, "Selects the notifications to resend."),
  ResentNotifications: output(resentNotifications, "The result of a resend."),
  Notification: output(notificationRecord, "A notification."),
  NotificationPage: output(notificationPage, "A page of notifications, newest first."),
  NotificationDetail: output(
    notificationDetail,
    "A notification with its content and its attempts.",
  ),
  LastAttempt: output(attemptResult, "The result of an attempt."),
  NotificationItem: output(notificationItem, "One change of a document."),
  Delivery: output(delivery, "One attempt."),
  DeliveryAnswer: output(
    deliveryAnswer,
    "The response as received. Its text comes from the receiver: show it as plain text.",
  ),
  DeliveryFailure: output(deliveryFailure, "Why there was no response."),
  DeliveryPhases: output(
    deliveryPhases,
    "Milliseconds; null for a part that was not needed or not finished.",
  ),
  DeliveryConnection: output(
    deliveryConnection,
    "The connection; null for values that are unknown.",
  ),
  PutAsset: input(putAssetBody, "Creates or changes an asset."),
  ChangeAsset: input(amendAssetBody, "Changes an asset."),
  Asset: output(assetRecord, "An asset."),
  AssetPage: output(assetPage, "A page of assets."),
  PutDocumentClass: input(putDocumentClassBody, "Adds or replaces a document class."),
  DocumentClass: output(documentClassRecord, "A document class."),
  DocumentClassPage: output(documentClassPage, "All document classes."),
  Problem: output(problem, "An error (RFC 9457)."),
  Status: output(statusInteger, STATUSES),
};

/** Returns the name of a schema in the document, or null if it has no name and is repeated wherever it is used. */
export function componentName(schema: z.ZodType): string | null {
  const found = Object.entries(COMPONENTS).find(([, candidate]) => candidate.schema === schema);
  return found?.[0] ?? null;
}

/** Returns all components as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function schemaComponents(): Record<string, JsonSchema> {
  const json = { input: componentsOf("input"), output: componentsOf("output") };
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([id, { io, description }]) => {
      const { $schema, $id, ...schema } = (json[io][id] ?? {}) as JsonSchema;
      for (const property of Object.values(schema.properties ?? {})) describeLast(property);
      return [id, { ...schema, description }];
    }),
  );
}

/** A property that is optional in requests is always present in responses, so one schema can become two components. */
function componentsOf(io: Component["io"]): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, component] of Object.entries(COMPONENTS)) {
    if (component.io === io) registry.add(component.schema, { id });
  }
  return z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => simplify(jsonSchema, io),
  }).schemas;
}

/**
 * Removes a pattern that only repeats a `format`, and replaces a union of integers with an enum. Responses may get further
 * properties in a later version, so their schemas do not rule them out.
 */
function simplify(schema: JsonSchema, io: Component["io"]): void {
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format === "uuid" || schema.format === "date-time") delete schema.pattern;
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

/** Moves a schema's description after its type. If the schema is a reference, only the description is kept beside it. */
function describeLast(schema: JsonSchema): void {
  const { $ref, description } = schema;
  const names = Object.keys(schema);
  const isFirst = names.some(
    (name, index) => index > names.indexOf("description") && WHAT.has(name),
  );
  if (description === undefined || !isFirst) return;
  for (const name of $ref ? names : ["description"]) delete schema[name];
  Object.assign(schema, $ref ? { $ref, description } : { description });
}

const WHAT = new Set(["$ref", "type", "anyOf"]);
