import type { z } from "zod";
import type {
  DeliveryLogFilter,
  NotificationFilter,
  NotificationPage,
} from "@/lib/notifications/log-ports";
import { readListCursor } from "../core/cursors/list-cursor";
import { readQuery } from "../core/requests/read-query";
import { deliveryLogQuery } from "./cockpit-schemas";
import type { notificationsQuery } from "./external-api-schemas";

/**
 * Returns what the query for the list of notifications asks for.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function notificationSelectionOf({
  limit,
  cursor,
  ...filter
}: z.output<typeof notificationsQuery>): { filter: NotificationFilter } & NotificationPage {
  const after = readListCursor(cursor, filter);
  return { filter, after: after && { createdAt: after.time, id: after.uuid }, limit };
}

/**
 * Reads the query for the delivery log.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function readDeliveryLogQuery(
  query: URLSearchParams,
): { filter: DeliveryLogFilter } & NotificationPage {
  const { limit, cursor, q: text, ...rest } = readQuery(query, deliveryLogQuery);
  const filter = { ...rest, text };
  const after = readListCursor(cursor, cursorFilters(filter));
  const position = after && {
    createdAt: after.time,
    id: after.uuid,
    ...(after.tier === undefined ? {} : { tier: after.tier }),
  };
  return { filter, after: position, limit };
}

/**
 * Returns the filters for which a cursor of the delivery log is valid. Without a search, they are the same as in the
 * external API.
 */
export function cursorFilters({ text, ...filter }: DeliveryLogFilter): object {
  return text === null ? filter : { ...filter, text };
}
