import { DELIVERY_STATES, type DeliveryState } from "../../texts/en/delivery-texts";

/** Where notifications are read. */
export const NOTIFICATIONS_PATH = "/api/cockpit/notifications";

const ROWS_AT_ONCE = 25;

/** Which rows of the delivery log are shown. */
export type LogFilter = DeliveryState | "all";

/** What a query asks to see; anything unknown shows all. */
export const readLogFilter = (text: unknown): LogFilter =>
  DELIVERY_STATES.find((state) => state === text) ?? "all";

/** Where one page of the delivery log is read; null begins with the newest. */
export function logPath(filter: LogFilter, cursor: string | null): string {
  const query = new URLSearchParams({ limit: String(ROWS_AT_ONCE) });
  if (filter !== "all") query.set("state", filter);
  if (cursor !== null) query.set("cursor", cursor);
  return `${NOTIFICATIONS_PATH}?${query}`;
}
