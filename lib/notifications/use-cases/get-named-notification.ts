import type { DeliveryLog, NamedDocument } from "../ports/delivery-log";
import { getNotification, type NotificationNow } from "./get-notification";

/** A notification with the names of its documents. */
export type NamedNotification = NotificationNow & { readonly documents: readonly NamedDocument[] };

/**
 * What `getNotification` loads, with the names of all documents in it.
 * @throws DomainError `notification-not-found`
 */
export async function getNamedNotification(
  ports: Parameters<typeof getNotification>[0] & { deliveryLog: DeliveryLog },
  id: string,
): Promise<NamedNotification> {
  const found = await getNotification(ports, id);
  return { ...found, documents: await ports.deliveryLog.nameDocuments(found.id) };
}
