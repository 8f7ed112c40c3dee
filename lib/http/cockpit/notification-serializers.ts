import { explainNotification } from "../../domain/explain-notification";
import type { LoggedNotification, NotificationFilter } from "../../ports/notification-log";
import type { NotificationNow } from "../../services/get-notification";
import type { ListedNotifications } from "../../services/list-notifications";
import {
  renderNotification,
  renderNotificationDetail,
  renderNotifications,
} from "../notification-serializers";
import type { CockpitNotificationDetail, CockpitNotificationPage } from "./notification-schemas";

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
