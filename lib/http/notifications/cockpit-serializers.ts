import type { DeliveryLogFilter, LoggedNotification } from "@/lib/notifications/log-ports";
import { explainNotification } from "@/lib/notifications/rules/explain-notification";
import type { DeliveryAlert } from "@/lib/notifications/use-cases/delivery-check";
import type {
  ListedDeliveries,
  NamedNotification,
  NotificationNow,
} from "@/lib/notifications/use-cases/delivery-log";
import type { WebhookOverview } from "@/lib/notifications/use-cases/webhook-configuration";
import type { RotatedSecret } from "@/lib/notifications/use-cases/webhook-secrets";
import { pick } from "../core/pick";
import { renderActor } from "../documents/render-document-page";
import {
  type CockpitNotificationDetail,
  type CockpitNotificationPage,
  deliveryAlert,
  type NewWebhookSecret,
  namedDocument,
  newWebhookSecret,
  notifiedDocument,
  type DeliveryAlert as ShownAlert,
  type NamedNotification as ShownNotification,
  type WebhookOverview as ShownOverview,
  webhookOverview,
} from "./cockpit-schemas";
import {
  renderNotification,
  renderNotificationDetail,
  renderNotifications,
} from "./external-api-serializers";
import { cursorFilters } from "./notification-queries";

/** Returns a page of the delivery log. */
export function renderCockpitNotifications(
  page: ListedDeliveries,
  filter: DeliveryLogFilter,
): CockpitNotificationPage {
  return {
    ...renderNotifications(page, cursorFilters(filter)),
    isCut: page.isCut,
    items: page.items.map((entry) => ({
      ...renderNotification(entry),
      ...situationOf({ ...entry, hasWebhook: page.hasWebhook }),
      documents: entry.documents.map((document) => pick(notifiedDocument, document)),
      documentCount: entry.documentCount,
    })),
  };
}

/** Returns one notification in the delivery log. */
export const renderCockpitNotification = (
  notification: NotificationNow,
): CockpitNotificationDetail => ({
  ...renderNotificationDetail(notification),
  ...situationOf(notification),
});

/** Returns one notification in the delivery log with the names of its documents and of those who resent it. */
export function renderNamedNotification(
  notification: NamedNotification,
  names: Parameters<typeof renderActor>[1],
): ShownNotification {
  const { deliveries, ...shown } = renderCockpitNotification(notification);
  const authors = notification.deliveries.map(({ author }) =>
    author === null ? null : renderActor(author, names),
  );
  return {
    ...shown,
    deliveries: deliveries.map((shownDelivery, index) => ({
      ...shownDelivery,
      author: authors[index] ?? null,
    })),
    documents: notification.documents.map((document) => pick(namedDocument, document)),
  };
}

function situationOf(notification: LoggedNotification & { readonly hasWebhook: boolean }) {
  const { isResend, nextCause } = notification;
  return { isResend, nextCause, situation: explainNotification(notification) };
}

/** Returns everything on the page "External document management" except the delivery log. */
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

/** Returns whether notifications are being delivered. */
export const renderDeliveryAlert = (alert: DeliveryAlert): ShownAlert => pick(deliveryAlert, alert);

/** Returns a new secret. No other response of the cockpit contains a secret. */
export const renderNewSecret = (rotated: RotatedSecret): NewWebhookSecret =>
  pick(newWebhookSecret, { ...rotated, isReceiverTold: rotated.receiver.isTold });
