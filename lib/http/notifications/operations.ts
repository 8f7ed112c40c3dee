import type { z } from "zod";
import { explainAttempt } from "@/lib/notifications/rules/explain-attempt";
import {
  notificationBody,
  TEST_ITEM_UUID,
  webhookIdOf,
} from "@/lib/notifications/rules/notification";
import { type DeclaredOperations, EXAMPLE_ORIGIN, ok } from "../core/operation";
import { EXAMPLE_FEED } from "../documents/operations";
import {
  type delivery,
  notificationDetail,
  notificationPage,
  notificationRecord,
  notificationsQuery,
  resendNotificationsBody,
  resentNotifications,
  rotatedWebhookSecret,
  setWebhookUrlBody,
  webhookConfiguration,
} from "./external-api-schemas";

type Delivery = z.infer<typeof delivery>;

const id = "019aa2f5-0d12-7c3a-8e4f-5a6b7c8d9e0f";
const url = "https://dms.example.com/stagedoor";
const createdAt = "2026-11-20T09:15:04.300Z";
const nextAttemptAt = "2026-11-20T09:15:19.120Z";

const items = EXAMPLE_FEED.items.map(({ uuid, url, currentStatus, previousStatus }) => ({
  uuid,
  url,
  currentStatus,
  previousStatus,
}));

const REFUSED = explainAttempt({
  url,
  webhookId: webhookIdOf(id),
  at: new Date(createdAt),
  status: 503,
  location: null,
  code: null,
  certificateExpiresAt: null,
});
const refusal = { sentence: REFUSED?.sentence ?? null, fix: REFUSED?.fix ?? null };

const headersOf = (webhookId: string): Delivery["requestHeaders"] => ({
  "content-type": "application/json",
  "webhook-id": webhookId,
  "webhook-timestamp": "1795166104",
  "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  "x-stagedoor-attempt": "1",
});

/** An attempt that the receiver answered with 503. */
const EXAMPLE_DELIVERY: Delivery = {
  at: createdAt,
  cause: "schedule",
  url,
  requestHeaders: headersOf(webhookIdOf(id)),
  answer: {
    status: 503,
    headers: { "content-type": "text/plain" },
    body: "Back soon",
    isTruncated: false,
    bodyError: null,
  },
  failure: null,
  ...refusal,
  phasesMs: { dns: 1.2, connect: 8.4, tls: 17.9, firstByte: 21.3, total: 49.1 },
  connection: {
    address: "93.184.216.34",
    port: 443,
    tlsVersion: "TLSv1.3",
    certificateIssuer: "Example Trust Services",
    certificateExpiresAt: "2027-02-01T00:00:00.000Z",
  },
  nextAttemptAt,
};

/** A notification whose first attempt has failed. */
export const EXAMPLE_NOTIFICATION: z.infer<typeof notificationRecord> = {
  id,
  webhookId: webhookIdOf(id),
  state: "pending",
  isTest: false,
  itemCount: items.length,
  createdAt,
  settledAt: null,
  attempts: 1,
  nextAttemptAt,
  lastAttempt: { at: createdAt, status: 503, failureCode: null, ...refusal, totalMs: 49.1 },
};

/** The same notification with all its details. */
const EXAMPLE_NOTIFICATION_DETAIL: z.infer<typeof notificationDetail> = {
  ...EXAMPLE_NOTIFICATION,
  items,
  body: notificationBody(items).toString(),
  deliveries: [EXAMPLE_DELIVERY],
};

/** The same notification after a person chose to send it now. */
const EXAMPLE_RESENT_NOTIFICATION: z.infer<typeof notificationRecord> = {
  ...EXAMPLE_NOTIFICATION,
  nextAttemptAt: "2026-11-20T09:15:10.000Z",
};

const testId = "019aa2f6-4b21-7d9c-a1b2-c3d4e5f60718";
const testItems = [
  {
    uuid: TEST_ITEM_UUID,
    url: `${EXAMPLE_ORIGIN}/external-api/staged-documents/${TEST_ITEM_UUID}`,
    currentStatus: 1,
    previousStatus: null,
  },
];

/** A test that the receiver answered with 200. */
const EXAMPLE_TEST_NOTIFICATION: z.infer<typeof notificationDetail> = {
  id: testId,
  webhookId: webhookIdOf(testId),
  state: "delivered",
  isTest: true,
  itemCount: 1,
  createdAt,
  settledAt: "2026-11-20T09:15:04.350Z",
  attempts: 1,
  nextAttemptAt: null,
  lastAttempt: {
    at: createdAt,
    status: 200,
    failureCode: null,
    sentence: null,
    fix: null,
    totalMs: 49.1,
  },
  items: testItems,
  body: notificationBody(testItems).toString(),
  deliveries: [
    {
      ...EXAMPLE_DELIVERY,
      cause: "test",
      requestHeaders: { ...headersOf(webhookIdOf(testId)), "x-stagedoor-test": "1" },
      answer: {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: "",
        isTruncated: false,
        bodyError: null,
      },
      sentence: null,
      fix: null,
      nextAttemptAt: null,
    },
  ],
};

const tag = "Notifications";
const collection = "/external-api/notifications";
const PERIOD = {
  createdFrom: "2026-11-20T09:00:00Z",
  createdTo: "2026-11-20T10:00:00Z",
  state: "undelivered",
};

/** The operations that list, resend and test notifications. */
export const NOTIFICATION_OPERATIONS = {
  listNotifications: {
    method: "get",
    path: collection,
    tag,
    summary: "List notifications",
    description:
      "All notifications, sent or pending, including tests, newest first. Each one shows the result of its latest attempt and, if that failed, why and what to do.",
    access: "configuration:read",
    query: notificationsQuery,
    sampleQuery: { state: "pending" },
    success: ok("A page of the list.", notificationPage, {
      items: [EXAMPLE_NOTIFICATION],
      nextCursor: null,
    }),
  },
  getNotification: {
    method: "get",
    path: `${collection}/{id}`,
    tag,
    summary: "Read a notification and its attempts",
    description:
      "The exact content and every attempt: when and where it was sent, how long it took, the response (or why there was none) and what to do.",
    access: "configuration:read",
    success: ok("The notification.", notificationDetail, EXAMPLE_NOTIFICATION_DETAIL),
  },
  resendNotification: {
    method: "post",
    path: `${collection}/{id}/resend`,
    tag,
    summary: "Send or resend a notification now",
    description:
      "A pending notification is sent now and keeps its schedule. A delivered or undelivered one is resent with the same `webhook-id` and content, on a new schedule; it may arrive after later changes of the same documents. It is safe to repeat this call. Takes no body.",
    access: "configuration:write",
    success: ok(
      "The notification, now pending. The attempt follows shortly.",
      notificationRecord,
      EXAMPLE_RESENT_NOTIFICATION,
    ),
    codes: ["webhook-not-configured", "notification-not-resendable"],
  },
  resendNotifications: {
    method: "post",
    path: `${collection}/resends`,
    tag,
    summary: "Resend all notifications from a period",
    description:
      "Resends each notification individually, oldest first, however many there are. Count them first with `dryRun`. If the call is interrupted, the notifications already resent are pending.",
    access: "configuration:write",
    body: {
      schema: resendNotificationsBody,
      examples: {
        preview: { ...PERIOD, dryRun: true },
        outage: PERIOD,
      },
    },
    success: ok(
      "The number of notifications that were resent or, with `dryRun`, would be.",
      resentNotifications,
      {
        count: 17,
      },
    ),
    codes: ["webhook-not-configured"],
  },
  sendTestNotification: {
    method: "post",
    path: `${collection}/tests`,
    tag,
    summary: "Send a test",
    description:
      "Sends one notification about a document that does not exist, with the header `x-stagedoor-test: 1`. It is never retried. Returns the result within about 15 seconds. Takes no body.",
    access: "configuration:write",
    success: ok(
      "The test was sent. `state` and `deliveries` show the result.",
      notificationDetail,
      EXAMPLE_TEST_NOTIFICATION,
    ),
    codes: ["webhook-not-configured"],
  },
} satisfies DeclaredOperations;

const configuration = "/external-api/external-dms-configuration";

/** The operations on the webhook URL and the signing secret. */
export const WEBHOOK_OPERATIONS = {
  getWebhook: {
    method: "get",
    path: configuration,
    tag: "Webhook",
    summary: "Read the webhook URL",
    description: "Never contains a secret.",
    access: "configuration:read",
    success: ok("The URL; null if none is set.", webhookConfiguration, { url }),
  },
  setWebhook: {
    method: "post",
    path: configuration,
    tag: "Webhook",
    summary: "Set the webhook URL",
    description:
      "From now on, Stagedoor sends a notification to this URL for every status change that has `notified` set in the table of moves.",
    access: "configuration:write",
    body: { schema: setWebhookUrlBody, examples: { webhook: { url } } },
    success: ok("The saved URL.", webhookConfiguration, { url }),
  },
  removeWebhook: {
    method: "delete",
    path: configuration,
    tag: "Webhook",
    summary: "Remove the webhook URL",
    description: "Stagedoor stops sending notifications. Safe to call if no URL is set.",
    access: "configuration:write",
    success: { status: 204, description: "The URL was removed, or none was set." },
  },
  rotateWebhookSecret: {
    method: "post",
    path: `${configuration}/secret-rotations`,
    tag: "Webhook",
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
} satisfies DeclaredOperations;
