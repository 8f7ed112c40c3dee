import type {
  NotificationFilter,
  NotificationPage,
} from "@/lib/notifications/ports/notification-log";
import { readListCursor } from "../core/list-cursor";
import { readQuery } from "../core/read-query";
import { notificationsQuery } from "./external-api-schemas";

/**
 * What the query of the list of notifications asks for.
 * @throws DomainError `validation-failed`, at `#/cursor` for a cursor that these filters did not get
 */
export function readNotificationsQuery(
  query: URLSearchParams,
): { filter: NotificationFilter } & NotificationPage {
  const { limit, cursor, ...given } = readQuery(query, notificationsQuery);
  const filter = {
    state: given.state ?? null,
    documentUuid: given.documentUuid ?? null,
    createdFrom: given.createdFrom ?? null,
    createdTo: given.createdTo ?? null,
  };
  if (cursor === undefined) return { filter, after: null, limit };
  const { time, uuid } = readListCursor(cursor, filter);
  return { filter, after: { createdAt: time, id: uuid }, limit };
}
