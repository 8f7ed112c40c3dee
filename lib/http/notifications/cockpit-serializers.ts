import type {
  LoggedNotification,
  NotificationFilter,
} from "@/lib/notifications/ports/notification-log";
import { explainNotification } from "@/lib/notifications/rules/explain-notification";
import type { NotificationNow } from "@/lib/notifications/use-cases/get-notification";
import type { ListedNotifications } from "@/lib/notifications/use-cases/list-notifications";
import type { CockpitNotificationDetail, CockpitNotificationPage } from "./cockpit-schemas";
import {
  renderNotification,
  renderNotificationDetail,
  renderNotifications,
} from "./external-api-serializers";

/** A page of the delivery log; its cursor is that of the external API. */
export function renderCockpitNotifications(
  page: ListedNotifications,
  filter: NotificationFilter,
): CockpitNotificationPage {
  return {
    ...renderNotifications(page, filter),
    items: page.items.map((notification) => ({
      ...renderNotification(notification),
      ...situationOf({ ...notification, hasWebhook: page.hasWebhook }),
    })),
  };
}

/** One notification of the delivery log. */
export const renderCockpitNotification = (
  notification: NotificationNow,
): CockpitNotificationDetail => ({
  ...renderNotificationDetail(notification),
  ...situationOf(notification),
});

function situationOf(notification: LoggedNotification & { readonly hasWebhook: boolean }) {
  const { isResend, nextCause } = notification;
  return { isResend, nextCause, situation: explainNotification(notification) };
}
