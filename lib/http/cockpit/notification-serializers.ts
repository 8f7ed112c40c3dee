import { explainNotification } from "../../domain/explain-notification";
import type {
  LoggedNotification,
  NotificationDetail,
  NotificationFilter,
  NotificationPosition,
} from "../../ports/notification-log";
import {
  renderNotification,
  renderNotificationDetail,
  renderNotifications,
} from "../notification-serializers";
import type { CockpitNotificationDetail, CockpitNotificationPage } from "./notification-schemas";

/** What a sentence about a notification needs besides it: the Webhook URL that is set now. */
export interface WebhookNow {
  readonly url: string | null;
}

/** A page of the delivery log; its cursor is that of the external API. */
export function renderCockpitNotifications(
  page: { items: readonly LoggedNotification[]; nextAfter: NotificationPosition | null },
  filter: NotificationFilter,
  webhook: WebhookNow,
): CockpitNotificationPage {
  return {
    ...renderNotifications(page, filter),
    items: page.items.map((notification) => ({
      ...renderNotification(notification),
      ...situationOf(notification, webhook),
    })),
  };
}

/** One notification of the delivery log. */
export const renderCockpitNotification = (
  notification: NotificationDetail,
  webhook: WebhookNow,
): CockpitNotificationDetail => ({
  ...renderNotificationDetail(notification),
  ...situationOf(notification, webhook),
});

function situationOf(notification: LoggedNotification, { url }: WebhookNow) {
  const { isResend, nextCause } = notification;
  const situation = explainNotification({ ...notification, hasWebhook: url !== null });
  return { isResend, nextCause, situation };
}
