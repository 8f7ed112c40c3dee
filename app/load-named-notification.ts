import type { Container } from "@/app/container";
import { nameActors } from "@/lib/accounts/use-cases/audit-log";
import type { NamedNotification } from "@/lib/http/notifications/cockpit-schemas";
import { renderNamedNotification } from "@/lib/http/notifications/cockpit-serializers";
import { getNamedNotification } from "@/lib/notifications/use-cases/delivery-log";

/**
 * Loads everything that the page of a notification shows, with the names of its documents and of those who caused its
 * attempts.
 * @throws DomainError `notification-not-found`
 */
export async function loadNamedNotification(
  ports: Container["ports"],
  id: string,
): Promise<NamedNotification> {
  const found = await getNamedNotification(ports, id);
  const authors = found.deliveries.flatMap(({ author }) => author ?? []);
  return renderNamedNotification(found, await nameActors(ports, authors));
}
