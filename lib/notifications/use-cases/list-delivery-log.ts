import { readPage } from "@/lib/kernel/rules/page";
import type { DeliveryLog, DeliveryLogEntry, DeliveryLogFilter } from "../ports/delivery-log";
import type { NotificationPage, NotificationPosition } from "../ports/notification-log";
import type { WebhookConfigurationRepository } from "../ports/webhook-configuration";

/** Some entries of the delivery log, and what a sentence about them needs besides. */
export interface ListedDeliveryLog {
  readonly items: readonly DeliveryLogEntry[];
  /** null when no older ones are there. */
  readonly nextAfter: NotificationPosition | null;
  /** Whether a webhook URL is set now: without one, what is pending waits for it. */
  readonly hasWebhook: boolean;
}

/** One page of the notifications that the filter leaves, with the documents that they are about, tests included, newest first. */
export async function listDeliveryLog(
  ports: { deliveryLog: DeliveryLog; webhookConfiguration: WebhookConfigurationRepository },
  input: { filter: DeliveryLogFilter } & NotificationPage,
): Promise<ListedDeliveryLog> {
  const list = (page: NotificationPage) => ports.deliveryLog.list(input.filter, page);
  const [page, { url }] = await Promise.all([
    readPage(input, list, ({ createdAt, id }): NotificationPosition => ({ createdAt, id })),
    ports.webhookConfiguration.find(),
  ]);
  return { ...page, hasWebhook: url !== null };
}
