import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { NotificationDetail, NotificationLog } from "../../ports/notification-log";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";

/** Each attempt may have a response of up to 16 KiB, and the number of resends is not limited. */
const DELIVERIES_SHOWN_MAX = 100;

/** A notification, and whether a webhook URL is set now. If none is set, pending notifications wait for one. */
export type NotificationNow = NotificationDetail & { readonly hasWebhook: boolean };

/**
 * Loads a notification with its bytes and its latest 100 attempts.
 * @throws DomainError `notification-not-found`, also for a string that is not a UUID
 */
export async function getNotification(
  ports: { notificationLog: NotificationLog; webhookConfiguration: WebhookConfigurationRepository },
  id: string,
): Promise<NotificationNow> {
  if (!isUuid(id)) throw notificationNotFound(id);
  const [found, { url }] = await Promise.all([
    ports.notificationLog.find(id.toLowerCase(), DELIVERIES_SHOWN_MAX),
    ports.webhookConfiguration.find(),
  ]);
  if (!found) throw notificationNotFound(id);
  return { ...found, hasWebhook: url !== null };
}

function notificationNotFound(id: string): DomainError {
  const detail = isUuid(id)
    ? `There is no notification ${id.toLowerCase()}. Use an id from the list of notifications.`
    : "The path does not contain the id of a notification. Use an id from the list of notifications. The webhook-id header contains it after msg_.";
  return new DomainError("notification-not-found", detail);
}
