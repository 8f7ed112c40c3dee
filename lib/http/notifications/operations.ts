import { type Operation, ok } from "../core/operation";
import {
  EXAMPLE_NOTIFICATION,
  EXAMPLE_NOTIFICATION_DETAIL,
  EXAMPLE_RESENT_NOTIFICATION,
  EXAMPLE_TEST_NOTIFICATION,
} from "../openapi/notification-examples";
import {
  notificationDetail,
  notificationPage,
  notificationRecord,
  notificationsQuery,
  resendNotificationsBody,
  resentNotifications,
} from "./external-api-schemas";

const tag = "Notifications";
const collection = "/external-api/notifications";
const PERIOD = {
  createdFrom: "2026-11-20T09:00:00Z",
  createdTo: "2026-11-20T10:00:00Z",
  state: "undelivered",
};

/** The operations that list, resend and test notifications. */
export const NOTIFICATION_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: collection,
    operationId: "listNotifications",
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
  {
    method: "get",
    path: `${collection}/{id}`,
    operationId: "getNotification",
    tag,
    summary: "Read a notification and its attempts",
    description:
      "The exact content and every attempt: when and where it was sent, how long it took, the response (or why there was none) and what to do.",
    access: "configuration:read",
    success: ok("The notification.", notificationDetail, EXAMPLE_NOTIFICATION_DETAIL),
  },
  {
    method: "post",
    path: `${collection}/{id}/resend`,
    operationId: "resendNotification",
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
  {
    method: "post",
    path: `${collection}/resends`,
    operationId: "resendNotifications",
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
  {
    method: "post",
    path: `${collection}/tests`,
    operationId: "sendTestNotification",
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
];
