import type { DeliveryLogFilter } from "@/lib/notifications/ports/delivery-log";

/**
 * Returns the filters to which cursors of the delivery log are bound. Without a search, they are the same as in the
 * external API.
 */
export function cursorFilters({ text, ...filter }: DeliveryLogFilter): object {
  return text === null ? filter : { ...filter, text };
}
