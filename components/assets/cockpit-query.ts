import { STATUS } from "@/lib/documents/rules/status";
import { searchText } from "../shell/search-text";

/** Each choice of which assets are shown, as the API's own filters. */
const FILTERS = {
  all: {},
  new: { new: "true" },
  review: { status: String(STATUS.waitingForReview) },
  failed: { status: String(STATUS.uploadFailed) },
  archived: { archived: "true" },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** A choice of which assets are shown. */
export type CockpitFilter = keyof typeof FILTERS;

/** The choices in the order in which they are offered. */
export const COCKPIT_FILTERS = ["all", "new", "review", "failed", "archived"] as const;

/** The orders in the order in which they are offered; the first holds unless another one is chosen. */
export const COCKPIT_ORDERS = ["activity", "name", "identifier", "created"] as const;

/** How the tiles are ordered. */
export type CockpitOrder = (typeof COCKPIT_ORDERS)[number];

/** What the cockpit shows. */
export interface CockpitQuery {
  /** Trimmed; empty does not search. */
  readonly text: string;
  readonly filter: CockpitFilter;
  readonly order: CockpitOrder;
}

/** How many tiles are loaded at once: every number of columns divides it, so that pages join without a gap. */
export const TILE_PAGE_SIZE = 60;

/** How many identifiers the Unassigned tray shows to begin with: few, for the tiles stand below it. */
export const UNASSIGNED_FIRST_COUNT = 4;
const UNASSIGNED_PAGE_SIZE = 20;

/** What a page's address asks for; whatever is not known in it counts as not given, for people keep old links. */
export function readCockpitQuery(params: Pick<URLSearchParams, "get">): CockpitQuery {
  return {
    text: searchText(params.get("q") ?? ""),
    filter: oneOf(COCKPIT_FILTERS, params.get("filter")),
    order: oneOf(COCKPIT_ORDERS, params.get("order")),
  };
}

/** The page's address for a query: only what differs from the first view is in it. */
export function cockpitPath({ text, filter, order }: CockpitQuery): string {
  const params = new URLSearchParams();
  if (text) params.set("q", text);
  if (filter !== "all") params.set("filter", filter);
  if (order !== "activity") params.set("order", order);
  return withQuery("/cockpit", params);
}

/** What the API is asked for a page of tiles. */
export function tilesParams({ text, filter, order }: CockpitQuery, offset: number) {
  const params = new URLSearchParams({ ...FILTERS[filter], order });
  if (text) params.set("q", text);
  params.set("offset", String(offset));
  params.set("limit", String(TILE_PAGE_SIZE));
  return params;
}

/** Where a page of tiles is read. */
export function tilesPath(query: CockpitQuery, offset: number): string {
  return withQuery(TILES_PATH, tilesParams(query, offset));
}

/** Begins every path of `tilesPath`. */
export const TILES_PATH = "/api/cockpit/assets";

/** Where a page of the Unassigned tray is read; `after` is the last identifier of the page before. */
export function unassignedPath(text: string, after: string | null): string {
  const limit = after === null ? UNASSIGNED_FIRST_COUNT : UNASSIGNED_PAGE_SIZE;
  const params = new URLSearchParams({ limit: String(limit) });
  if (text) params.set("q", text);
  if (after !== null) params.set("after", after);
  return withQuery("/api/cockpit/unassigned", params);
}

function oneOf<Value extends string>(
  values: readonly [Value, ...Value[]],
  given: string | null,
): Value {
  return values.find((value) => value === given) ?? values[0];
}

function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}
