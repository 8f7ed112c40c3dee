import { readPage } from "@/lib/kernel/rules/page";
import type {
  LoggedNotification,
  NotificationFilter,
  NotificationLog,
  NotificationPage,
  NotificationPosition,
} from "../../ports/notification-log";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";

/** A list of notifications, with the data needed to explain them. */
export interface ListedNotifications<Item = LoggedNotification> {
  readonly items: readonly Item[];
  /** null if there are no older notifications. */
  readonly nextAfter: NotificationPosition | null;
  /** Whether a webhook URL is set now. If none is set, pending notifications wait for one. */
  readonly hasWebhook: boolean;
}

/** Lists one page of the matching notifications, including tests, newest first. */
export async function listNotifications(
  ports: { notificationLog: NotificationLog; webhookConfiguration: WebhookConfigurationRepository },
  input: { filter: NotificationFilter } & NotificationPage,
): Promise<ListedNotifications> {
  const list = (page: NotificationPage) => ports.notificationLog.list(input.filter, page);
  const [page, { url }] = await Promise.all([
    readPage(input, list, (last): NotificationPosition => last),
    ports.webhookConfiguration.find(),
  ]);
  return { ...page, hasWebhook: url !== null };
}
