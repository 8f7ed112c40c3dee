import type {
  LoggedNotification,
  NotificationFilter,
} from "@/lib/notifications/ports/notification-log";
import { explainNotification } from "@/lib/notifications/rules/explain-notification";
import type { NotificationNow } from "@/lib/notifications/use-cases/get-notification";
import type { WebhookOverview } from "@/lib/notifications/use-cases/get-webhook-overview";
import type { ListedNotifications } from "@/lib/notifications/use-cases/list-notifications";
import type { RotatedSecret } from "@/lib/notifications/use-cases/rotate-webhook-secret";
import { pick } from "../core/pick";
import {
  type CockpitNotificationDetail,
  type CockpitNotificationPage,
  type NewWebhookSecret,
  newWebhookSecret,
  type WebhookOverview as ShownOverview,
  webhookOverview,
} from "./cockpit-schemas";
import {
  renderNotification,
  renderNotificationDetail,
  renderNotifications,
} from "./external-api-serializers";

/** A page of the delivery log; its cursor is the external API's. */
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

/** What the page "External document management" shows besides the delivery log. */
export function renderWebhookOverview(overview: WebhookOverview): ShownOverview {
  const shapes = webhookOverview.shape;
  const { url, secret, policy, health } = overview;
  return {
    url,
    secret: pick(shapes.secret, secret),
    policy: pick(shapes.policy, policy),
    health: pick(shapes.health, health),
  };
}

/** The only answer of the cockpit that holds a secret. */
export const renderNewSecret = (rotated: RotatedSecret): NewWebhookSecret =>
  pick(newWebhookSecret, { ...rotated, isReceiverTold: rotated.receiver.isTold });
