import type { DeliveryLog, NamedDocument } from "../../ports/delivery-log";
import { getNotification, type NotificationNow } from "./get-notification";

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
