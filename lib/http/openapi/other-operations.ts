import { z } from "zod";
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
import { type Operation, ok } from "./operation";

const tag = "Webhook";
const configuration = "/external-api/external-dms-configuration";
const url = "https://dms.example.com/stagedoor";

const LIFECYCLE_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/external-api/staged-document-statuses",
    operationId: "getLifecycle",
    tag: "Statuses",
    summary: "Read what statuses mean and what may follow them",
    description: "The two tables by which Stagedoor itself decides.",
    access: "documents:read",
    success: ok("Every status and every allowed move.", lifecycleTables, renderLifecycle()),
  },
];

/** What happened everywhere, for systems that ask instead of being told. */
const FEED_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/external-api/status-changes",
    operationId: "readStatusFeed",
    tag: "Feed",
    summary: "Read what happened since",
    description:
      "Every change that notifications tell of, of all documents, in one order without gaps. Keep `nextAfter` and ask again with it: nothing is missed and nothing comes twice.",
    access: "documents:read",
    query: statusFeedQuery,
    success: ok(
      "A page of the feed; empty when nothing happened since.",
      statusFeedPage,
      EXAMPLE_FEED,
    ),
  },
];

/** Where notifications go and how they are signed. */
const CONFIGURATION_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: configuration,
    operationId: "getWebhook",
    tag,
    summary: "Read the webhook URL",
    description: "Never holds a secret.",
    access: "configuration:read",
    success: ok("The URL, null while none is set.", webhookConfiguration, { url }),
  },
  {
    method: "post",
    path: configuration,
    operationId: "setWebhook",
    tag,
    summary: "Set the webhook URL",
    description: "From now on every listed change is told to this address.",
    access: "configuration:write",
    body: { schema: setWebhookUrlBody, examples: { webhook: { url } } },
    success: ok("The URL as it is kept.", webhookConfiguration, { url }),
  },
  {
    method: "delete",
    path: configuration,
    operationId: "removeWebhook",
    tag,
    summary: "Remove the webhook URL",
    description: "Nothing is told any more. Harmless when none is set.",
    access: "configuration:write",
    success: { status: 204, description: "No URL is set." },
  },
  {
    method: "post",
    path: `${configuration}/secret-rotations`,
    operationId: "rotateWebhookSecret",
    tag,
    summary: "Make a new signing secret",
    description:
      "Notifications are signed with the new secret and, for 24 hours, with the one before too. Takes no body.",
    access: "configuration:write",
    success: {
      status: 201,
      description: "The secret, shown this once.",
      body: {
        schema: rotatedWebhookSecret,
        example: { secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=" },
      },
    },
    codes: ["secret-set-by-operator", "too-much-contention"],
  },
];

/** This description itself. */
const DESCRIPTION_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/external-api/openapi.json",
    operationId: "getOpenApiDocument",
    tag: "About this API",
    summary: "Read this description",
    description: "OpenAPI 3.1, for people and for generators of clients. Needs no key.",
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

/** Every operation that is not about one kind of document. */
export const OTHER_OPERATIONS: readonly Operation[] = [
  ...LIFECYCLE_OPERATIONS,
  ...FEED_OPERATIONS,
  ...CONFIGURATION_OPERATIONS,
  ...DESCRIPTION_OPERATIONS,
];
