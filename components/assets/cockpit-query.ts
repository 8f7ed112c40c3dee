import { assetFolderOf, assetFolderProblem } from "@/lib/assets/rules/asset-texts";
import { STATUS } from "@/lib/documents/rules/status";
import { searchText } from "../shell/addresses";

/** The API parameters for each filter. */
const FILTERS = {
  all: {},
  new: { new: "true" },
  review: { status: String(STATUS.waitingForReview) },
  failed: { status: String(STATUS.uploadFailed) },
  archived: { archived: "true" },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** A filter for the assets in the cockpit. */
export type CockpitFilter = keyof typeof FILTERS;

/** The filters in the order in which they are offered. */
export const COCKPIT_FILTERS = ["all", "new", "review", "failed", "archived"] as const;

/** The sort orders in the order in which they are offered; the first one is the default. */
export const COCKPIT_ORDERS = ["activity", "name", "identifier", "created"] as const;

/** A sort order of the tiles. */
export type CockpitOrder = (typeof COCKPIT_ORDERS)[number];

/** The filters and the sort order of the cockpit. */
export interface CockpitQuery {
  /** The trimmed search text; empty for no search. */
  readonly text: string;
  /** The folder, including the folders below it; empty for all folders. */
  readonly folder: string;
  readonly filter: CockpitFilter;
  readonly order: CockpitOrder;
}

/**
 * The number of tiles loaded at once. Divisible by every possible number of columns, so that pages join without a gap.
 */
export const TILE_PAGE_SIZE = 60;

/** The number of identifiers that the Unassigned tray shows at first. Small, because the tiles are below it. */
export const UNASSIGNED_FIRST_COUNT = 4;
const UNASSIGNED_PAGE_SIZE = 20;

/** Reads a query from the page's URL. Unknown values are ignored, because people keep old links. */
export function readCockpitQuery(params: Pick<URLSearchParams, "get">): CockpitQuery {
  return {
    text: searchText(params.get("q") ?? ""),
    folder: validFolder(params.get("folder") ?? ""),
    filter: oneOf(COCKPIT_FILTERS, params.get("filter")),
    order: oneOf(COCKPIT_ORDERS, params.get("order")),
  };
}

/** Returns the page's URL for a query, with only the values that differ from the default view. */
export function cockpitPath({ text, folder, filter, order }: CockpitQuery): string {
  const params = new URLSearchParams();
  if (text) params.set("q", text);
  if (folder) params.set("folder", folder);
  if (filter !== "all") params.set("filter", filter);
  if (order !== "activity") params.set("order", order);
  return withQuery("/cockpit", params);
}

/** Returns the API's parameters for a page of tiles. */
export function tilesParams({ text, folder, filter, order }: CockpitQuery, offset: number) {
  const params = new URLSearchParams({ ...FILTERS[filter], order });
  if (text) params.set("q", text);
  if (folder) params.set("folder", folder);
  params.set("offset", String(offset));
  params.set("limit", String(TILE_PAGE_SIZE));
  return params;
}

/** Returns the path of a page of tiles. */
export function tilesPath(query: CockpitQuery, offset: number): string {
  return withQuery(TILES_PATH, tilesParams(query, offset));
}

/** The common prefix of the paths that `tilesPath` returns. */
export const TILES_PATH = "/api/cockpit/assets";

/** Returns the path of a page of the Unassigned tray; `after` is the last identifier of the previous page. */
export function unassignedPath(text: string, after: string | null): string {
  const limit = after === null ? UNASSIGNED_FIRST_COUNT : UNASSIGNED_PAGE_SIZE;
  const params = new URLSearchParams({ limit: String(limit) });
  if (text) params.set("q", text);
  if (after !== null) params.set("after", after);
  return withQuery("/api/cockpit/unassigned", params);
}

function validFolder(text: string): string {
  const folder = assetFolderOf(text) ?? "";
  return assetFolderProblem(folder) === null ? folder : "";
}

function oneOf<Value extends string>(
  values: readonly [Value, ...Value[]],
  text: string | null,
): Value {
  return values.find((value) => value === text) ?? values[0];
}

function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}
