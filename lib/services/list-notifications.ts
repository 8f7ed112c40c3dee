import type { Ports } from "../ports";
import type {
  LoggedNotification,
  NotificationFilter,
  NotificationPage,
  NotificationPosition,
} from "../ports/notification-log";

/**
 * One page of the notifications that the filter leaves, tests included, newest first.
 * @returns `nextAfter` null when no older ones are there
 */
export async function listNotifications(
  ports: Pick<Ports, "notificationLog">,
  input: { filter: NotificationFilter } & NotificationPage,
): Promise<{ items: readonly LoggedNotification[]; nextAfter: NotificationPosition | null }> {
  const { filter, after, limit } = input;
  const found = await ports.notificationLog.list(filter, { after, limit: limit + 1 });
  const items = found.slice(0, limit);
  return { items, nextAfter: found.length > limit ? (items.at(-1) ?? null) : null };
}
