import type { z } from "zod";
import type {
  AttemptResult,
  LoggedAttempt,
  LoggedNotification,
  NotificationDetail,
  NotificationPosition,
} from "@/lib/notifications/log-ports";
import { explainAttempt } from "@/lib/notifications/rules/explain-attempt";
import { webhookIdOf } from "@/lib/notifications/rules/notification";
import { writeListCursor } from "../core/cursors/list-cursor";
import { pick } from "../core/pick";
import {
  attemptResult,
  delivery,
  deliveryAnswer,
  deliveryConnection,
  deliveryPhases,
  type notificationDetail,
  notificationItem,
  type notificationPage,
  notificationRecord,
} from "./external-api-schemas";

/** Returns a notification as the list shows it. */
export function renderNotification(
  notification: LoggedNotification,
): z.infer<typeof notificationRecord> {
  const { id, lastAttempt } = notification;
  return pick(notificationRecord, {
    ...notification,
    webhookId: webhookIdOf(id),
    lastAttempt:
      lastAttempt && pick(attemptResult, { ...lastAttempt, ...explain(id, lastAttempt) }),
  });
}

/** Returns a page of the list of notifications. Its cursor is the position of its last row. */
export function renderNotifications(
  page: { items: readonly LoggedNotification[]; nextAfter: NotificationPosition | null },
  filter: object,
): z.infer<typeof notificationPage> {
  const { items, nextAfter } = page;
  const position = nextAfter && {
    time: nextAfter.createdAt,
    uuid: nextAfter.id,
    ...(nextAfter.tier === undefined ? {} : { tier: nextAfter.tier }),
  };
  return {
    items: items.map(renderNotification),
    nextCursor: position && writeListCursor(position, filter),
  };
}

/** Returns a notification with its bytes and its attempts. The receiver's response in an attempt is untrusted text. */
export function renderNotificationDetail(
  notification: NotificationDetail,
): z.infer<typeof notificationDetail> {
  const { id } = notification;
  const body = notification.body.toString("utf8");
  return {
    ...renderNotification(notification),
    items: notificationItem.array().parse(JSON.parse(body)),
    body,
    deliveries: notification.deliveries.map((attempt) => renderDelivery(id, attempt)),
  };
}

function renderDelivery(id: string, attempt: LoggedAttempt): z.infer<typeof delivery> {
  const { answer, failureCode } = attempt;
  return pick(delivery, {
    ...attempt,
    // Bytes that are not valid UTF-8 are replaced with U+FFFD.
    answer: answer && pick(deliveryAnswer, { ...answer, body: answer.body.toString("utf8") }),
    failure: failureCode && { code: failureCode, detail: attempt.failureDetail ?? "" },
    ...explain(id, attempt),
    phasesMs: pick(deliveryPhases, attempt.phases),
    connection: pick(deliveryConnection, attempt.connection),
  });
}

/**
 * Returns a sentence that explains why an attempt failed, and how to fix the cause; null for both if the receiver
 * answered with 200.
 */
function explain(id: string, attempt: AttemptResult) {
  const { url, at, status, location, failureCode: code, certificateExpiresAt } = attempt;
  const facts = { url, at, status, location, code, certificateExpiresAt };
  const { sentence, fix } = explainAttempt({ ...facts, webhookId: webhookIdOf(id) }) ?? {};
  return { sentence: sentence ?? null, fix: fix ?? null };
}
