import { DomainError } from "@/lib/kernel/rules/errors";
import { readPage } from "@/lib/kernel/rules/page";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type {
  CarryingNotification,
  DeliveryLog,
  DeliveryLogEntry,
  DeliveryLogFilter,
  DocumentDeliveries,
  LoggedNotification,
  NamedDocument,
  NotificationDetail,
  NotificationFilter,
  NotificationLog,
  NotificationPage,
  NotificationPosition,
} from "../log-ports";
import type { WebhookConfigurationRepository } from "../ports";

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

/** A notification with the names of its documents. */
export type NamedNotification = NotificationNow & { readonly documents: readonly NamedDocument[] };

/**
 * Loads a notification as `getNotification` does, with the names of all its documents.
 * @throws DomainError `notification-not-found`
 */
export async function getNamedNotification(
  ports: Parameters<typeof getNotification>[0] & { deliveryLog: DeliveryLog },
  id: string,
): Promise<NamedNotification> {
  const found = await getNotification(ports, id);
  return { ...found, documents: await ports.deliveryLog.nameDocuments(found.id) };
}

/** A list of notifications, with the data needed to explain them. */
interface ListedNotifications<Item = LoggedNotification> {
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

/** Enough for one notification per change shown, and for the attempts of a whole series and some manual attempts. */
const LIMITS = { notificationsMax: 100, attemptsMax: 20 } as const;

/** Lists the notifications that contain a document's latest changes, and returns whether a webhook URL is set now. */
export async function listDocumentDeliveries(
  ports: {
    documentDeliveries: DocumentDeliveries;
    webhookConfiguration: WebhookConfigurationRepository;
  },
  documentUuid: string,
): Promise<{ notifications: readonly CarryingNotification[]; hasWebhook: boolean }> {
  const [notifications, { url }] = await Promise.all([
    ports.documentDeliveries.listOfDocument(documentUuid, LIMITS),
    ports.webhookConfiguration.find(),
  ]);
  return { notifications, hasWebhook: url !== null };
}
