import { searchText } from "../../shell/addresses";
import { DELIVERY_STATES, type DeliveryState } from "../../texts/en/delivery-texts";

/** The path of the page with the delivery log. */
export const LOG_PAGE_PATH = "/administration/external-dms";

/** The path of the notifications. */
export const NOTIFICATIONS_PATH = "/api/cockpit/notifications";

const ROWS_AT_ONCE = 25;

/** The state and the search text that filter the delivery log. */
export interface LogQuery {
  readonly state: DeliveryState | "all";
  /** The trimmed search text; empty for no search. */
  readonly text: string;
}

/** Reads a query from the page's URL; unknown values show all rows. */
export const readLogQuery = (parameters: {
  readonly state: unknown;
  readonly q: unknown;
}): LogQuery => ({
  state: DELIVERY_STATES.find((state) => state === parameters.state) ?? "all",
  text: typeof parameters.q === "string" ? searchText(parameters.q) : "",
});

/** Returns the log page's URL for a query, with only the values that differ from the default view. */
export function logPagePath({ state, text }: LogQuery): string {
  const query = new URLSearchParams(paramsOf({ state, text })).toString();
  return query ? `${LOG_PAGE_PATH}?${query}` : LOG_PAGE_PATH;
}

/**
 * Returns the path of the page of the delivery log that starts at a cursor, or of the newest page if there is no cursor.
 */
export function logPath(logQuery: LogQuery, cursor: string | null): string {
  const query = new URLSearchParams({ limit: String(ROWS_AT_ONCE), ...paramsOf(logQuery) });
  if (cursor !== null) query.set("cursor", cursor);
  return `${NOTIFICATIONS_PATH}?${query}`;
}

const paramsOf = ({ state, text }: LogQuery): Record<string, string> => ({
  ...(state === "all" ? {} : { state }),
  ...(text ? { q: text } : {}),
});
