import {
  notificationDetail,
  notificationPage,
  notificationRecord,
  notificationsQuery,
  resendNotificationsBody,
  resentNotifications,
} from "../notifications/external-api-schemas";
import {
  EXAMPLE_NOTIFICATION,
  EXAMPLE_NOTIFICATION_DETAIL,
  EXAMPLE_RESENT_NOTIFICATION,
  EXAMPLE_TEST_NOTIFICATION,
} from "./notification-examples";
import { type Operation, ok } from "./operation";

const tag = "Notifications";
const collection = "/external-api/notifications";
const PERIOD = {
  createdFrom: "2026-11-20T09:00:00Z",
  createdTo: "2026-11-20T10:00:00Z",
  state: "undelivered",
};

/** What was sent to the webhook, and sending it again. */
export const NOTIFICATION_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: collection,
    operationId: "listNotifications",
    tag,
    summary: "List notifications",
    description:
      "Everything that was or will be sent to the webhook URL, tests included, newest first: what came of the latest attempt, why it failed and what helps.",
    access: "configuration:read",
    query: notificationsQuery,
    success: ok("A page of the list.", notificationPage, {
      items: [EXAMPLE_NOTIFICATION],
      nextCursor: null,
    }),
  },
  {
    method: "get",
    path: `${collection}/{id}`,
    operationId: "getNotification",
    tag,
    summary: "Read a notification and its attempts",
    description:
      "Its exact content and each attempt: when, where to, how long, what was answered or why nothing was, and what helps.",
    access: "configuration:read",
    success: ok("The notification.", notificationDetail, EXAMPLE_NOTIFICATION_DETAIL),
  },
  {
    method: "post",
    path: `${collection}/{id}/resend`,
    operationId: "resendNotification",
    tag,
    summary: "Send a notification now or again",
    description:
      "A pending one is sent now and keeps its schedule. A settled one is sent again, with the same `webhook-id` and content, for as long as a new one: it may then arrive behind later changes of the same documents. Harmless to repeat. Takes no body.",
    access: "configuration:write",
    success: ok(
      "The notification, pending. Its attempt follows.",
      notificationRecord,
      EXAMPLE_RESENT_NOTIFICATION,
    ),
    codes: ["webhook-not-configured", "notification-not-resendable"],
  },
  {
    method: "post",
    path: `${collection}/resends`,
    operationId: "resendNotifications",
    tag,
    summary: "Send all notifications of a period again",
    description:
      "Each as if it were sent again by itself, oldest first, however many there are. Count them first with `dryRun`. When the call breaks off, some were sent again: those are pending then.",
    access: "configuration:write",
    body: {
      schema: resendNotificationsBody,
      examples: {
        preview: { ...PERIOD, dryRun: true },
        outage: PERIOD,
      },
    },
    success: ok("How many were, or with `dryRun` would be, sent again.", resentNotifications, {
      count: 17,
    }),
    codes: ["webhook-not-configured"],
  },
  {
    method: "post",
    path: `${collection}/tests`,
    operationId: "sendTestNotification",
    tag,
    summary: "Send a test",
    description:
      "Sends one notification about a document that does not exist, with the header `x-stagedoor-test: 1`, once, and answers what came of it, after up to 15 seconds. Takes no body.",
    access: "configuration:write",
    success: ok(
      "The test was made; `state` and `deliveries` say how it went.",
      notificationDetail,
      EXAMPLE_TEST_NOTIFICATION,
    ),
    codes: ["webhook-not-configured"],
  },
];
