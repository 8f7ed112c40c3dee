import type { DeliveryLogFilter } from "@/lib/notifications/ports/delivery-log";
import type { NotificationPage } from "@/lib/notifications/ports/notification-log";
import { readListCursor } from "../core/cursors/list-cursor";
import { readQuery } from "../core/requests/read-query";
import { deliveryLogQuery } from "./cockpit-schemas";
import { cursorFilters } from "./cursor-filters";

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
