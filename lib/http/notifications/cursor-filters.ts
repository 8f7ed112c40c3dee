import type { DeliveryLogFilter } from "@/lib/notifications/ports/delivery-log";

/** What the cursors of the delivery log are bound to: without a search, what those of the external API are bound to. */
export function cursorFilters({ text, ...filter }: DeliveryLogFilter): object {
  return text === null ? filter : { ...filter, text };
}
