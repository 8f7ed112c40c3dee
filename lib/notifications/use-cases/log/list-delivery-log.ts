import { readPage } from "@/lib/kernel/rules/page";
import type { DeliveryLog, DeliveryLogEntry, DeliveryLogFilter } from "../../ports/delivery-log";
import type { NotificationPage, NotificationPosition } from "../../ports/notification-log";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";
import type { ListedNotifications } from "./list-notifications";

/** A page of the delivery log; `isCut` if a search left something out. */
export interface ListedDeliveries extends ListedNotifications<DeliveryLogEntry> {
  readonly isCut: boolean;
}

/** Lists one page of the notifications that match the filter, including tests, with their documents. */
export async function listDeliveryLog(
  ports: { deliveryLog: DeliveryLog; webhookConfiguration: WebhookConfigurationRepository },
  input: { filter: DeliveryLogFilter } & NotificationPage,
): Promise<ListedDeliveries> {
  let isCut = false;
  const list = async (page: NotificationPage) => {
    const found = await ports.deliveryLog.list(input.filter, page);
    isCut = found.isCut;
    return found.entries;
  };
  const [page, { url }] = await Promise.all([
    readPage(input, list, (last): NotificationPosition => last),
    ports.webhookConfiguration.find(),
  ]);
  return { ...page, isCut, hasWebhook: url !== null };
}
