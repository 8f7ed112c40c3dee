import { readPage } from "@/lib/kernel/rules/page";
import type { DeliveryLog, DeliveryLogEntry, DeliveryLogFilter } from "../../ports/delivery-log";
import type { NotificationPage, NotificationPosition } from "../../ports/notification-log";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";
import type { ListedNotifications } from "./list-notifications";

/** Lists one page of the notifications that match the filter, including tests, with their documents, newest first. */
export async function listDeliveryLog(
  ports: { deliveryLog: DeliveryLog; webhookConfiguration: WebhookConfigurationRepository },
  input: { filter: DeliveryLogFilter } & NotificationPage,
): Promise<ListedNotifications<DeliveryLogEntry>> {
  const list = (page: NotificationPage) => ports.deliveryLog.list(input.filter, page);
  const [page, { url }] = await Promise.all([
    readPage(input, list, ({ createdAt, id }): NotificationPosition => ({ createdAt, id })),
    ports.webhookConfiguration.find(),
  ]);
  return { ...page, hasWebhook: url !== null };
}
