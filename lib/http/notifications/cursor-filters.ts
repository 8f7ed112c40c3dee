import type { DeliveryLogFilter } from "@/lib/notifications/ports/delivery-log";

/**
 * Returns the filters for which a cursor of the delivery log is valid. Without a search, they are the same as in the
 * external API.
 */
export function cursorFilters({ text, ...filter }: DeliveryLogFilter): object {
  return text === null ? filter : { ...filter, text };
}
