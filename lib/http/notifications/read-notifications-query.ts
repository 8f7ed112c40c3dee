import type {
  NotificationFilter,
  NotificationPage,
} from "@/lib/notifications/ports/notification-log";
import { readListCursor } from "../core/cursors/list-cursor";
import { readQuery } from "../core/requests/read-query";
import { notificationsQuery } from "./external-api-schemas";

/**
 * Reads the query for the list of notifications.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function readNotificationsQuery(
  query: URLSearchParams,
): { filter: NotificationFilter } & NotificationPage {
  const { limit, cursor, ...filter } = readQuery(query, notificationsQuery);
  const after = readListCursor(cursor, filter);
  return { filter, after: after && { createdAt: after.time, id: after.uuid }, limit };
}
