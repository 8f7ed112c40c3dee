import { searchText } from "../../shell/search-text";
import { DELIVERY_STATES, type DeliveryState } from "../../texts/en/delivery-texts";

/** The page that holds the delivery log. */
export const LOG_PAGE_PATH = "/administration/external-dms";

/** Where notifications are read. */
export const NOTIFICATIONS_PATH = "/api/cockpit/notifications";

const ROWS_AT_ONCE = 25;

/** Which rows of the delivery log are shown. */
export interface LogQuery {
  readonly state: DeliveryState | "all";
  /** Trimmed; empty does not search. */
  readonly text: string;
}

/** What an address asks to see; anything unknown shows all. */
export const readLogQuery = (given: {
  readonly state: unknown;
  readonly q: unknown;
}): LogQuery => ({
  state: DELIVERY_STATES.find((state) => state === given.state) ?? "all",
  text: typeof given.q === "string" ? searchText(given.q) : "",
});

/** The log's page for a query: only what differs from the first view is in its address. */
export function logPagePath({ state, text }: LogQuery): string {
  const query = new URLSearchParams(paramsOf({ state, text })).toString();
  return query ? `${LOG_PAGE_PATH}?${query}` : LOG_PAGE_PATH;
}

/** Where one page of the delivery log is read; null begins with the newest. */
export function logPath(asked: LogQuery, cursor: string | null): string {
  const query = new URLSearchParams({ limit: String(ROWS_AT_ONCE), ...paramsOf(asked) });
  if (cursor !== null) query.set("cursor", cursor);
  return `${NOTIFICATIONS_PATH}?${query}`;
}

const paramsOf = ({ state, text }: LogQuery): Record<string, string> => ({
  ...(state === "all" ? {} : { state }),
  ...(text ? { q: text } : {}),
});
