import { z } from "zod";
import { type Operation, ok } from "../core/operation";
import {
  lifecycleTables,
  statusFeedPage,
  statusFeedQuery,
} from "../documents/external-api-schemas";
import { renderLifecycle } from "../documents/external-api-serializers";
import {
  rotatedWebhookSecret,
  setWebhookUrlBody,
  webhookConfiguration,
} from "../notifications/external-api-schemas";
import { EXAMPLE_FEED } from "./examples";

const tag = "Webhook";
const configuration = "/external-api/external-dms-configuration";
const url = "https://dms.example.com/stagedoor";

const LIFECYCLE_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/external-api/staged-document-statuses",
    operationId: "getLifecycle",
    tag: "Statuses",
    summary: "Read the statuses and the allowed moves",
    description: "The two tables that Stagedoor itself uses.",
    access: "documents:read",
    success: ok("Every status and every allowed move.", lifecycleTables, renderLifecycle()),
  },
];

/** The operations on the feed, for systems that poll instead of receiving notifications. */
const FEED_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/external-api/status-changes",
    operationId: "readStatusFeed",
    tag: "Feed",
    summary: "Read the feed of status changes",
    description:
      "Every change that notifications cover, for all documents, in a single sequence without gaps. Store `nextAfter` and pass it as `after` next time, so that you neither miss nor repeat a change. An `after` beyond the end of the feed returns 422, and the detail contains the last sequence: this happens if the database was restored from an older backup. There is no error if the feed has already grown past your `after` again. After any restore, start again from the last sequence in the backup.",
    access: "documents:read",
    query: statusFeedQuery,
    sampleQuery: { after: "0" },
    success: ok("A page of the feed; empty if nothing has changed.", statusFeedPage, EXAMPLE_FEED),
  },
];

/** The operations on the webhook URL and the signing secret. */
const CONFIGURATION_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: configuration,
    operationId: "getWebhook",
    tag,
    summary: "Read the webhook URL",
    description: "Never contains a secret.",
    access: "configuration:read",
    success: ok("The URL; null if none is set.", webhookConfiguration, { url }),
  },
  {
    method: "post",
    path: configuration,
    operationId: "setWebhook",
    tag,
    summary: "Set the webhook URL",
    description:
      "From now on, Stagedoor sends a notification to this URL for every status change that has `notified` set in the table of moves.",
    access: "configuration:write",
    body: { schema: setWebhookUrlBody, examples: { webhook: { url } } },
    success: ok("The saved URL.", webhookConfiguration, { url }),
  },
  {
    method: "delete",
    path: configuration,
    operationId: "removeWebhook",
    tag,
    summary: "Remove the webhook URL",
    description: "Stagedoor stops sending notifications. Safe to call if no URL is set.",
    access: "configuration:write",
    success: { status: 204, description: "The URL was removed, or none was set." },
  },
  {
    method: "post",
    path: `${configuration}/secret-rotations`,
    operationId: "rotateWebhookSecret",
    tag,
    summary: "Rotate the signing secret",
    description:
      "Notifications are signed with the new secret and, for 24 hours, also with the previous one. Takes no body.",
    access: "configuration:write",
    success: {
      status: 201,
      description: "The new secret, shown only once.",
      body: {
        schema: rotatedWebhookSecret,
        example: { secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=" },
      },
    },
    codes: ["secret-set-by-operator", "too-much-contention"],
  },
];

/** The operation that returns the OpenAPI document. */
const DESCRIPTION_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/external-api/openapi.json",
    operationId: "getOpenApiDocument",
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
];

/** The operations that are in no other list. */
export const OTHER_OPERATIONS: readonly Operation[] = [
  ...LIFECYCLE_OPERATIONS,
  ...FEED_OPERATIONS,
  ...CONFIGURATION_OPERATIONS,
  ...DESCRIPTION_OPERATIONS,
];
