import { isStatus, LIFECYCLE, STATUS, type Status } from "@/lib/documents/rules/status";
import { searchText } from "../shell/addresses";

/** The page with the documents of all assets. */
export const DOCUMENTS_PATH = "/documents";

/** The sort orders in the order in which they are offered; the first one is the default. */
export const DOCUMENT_SORTS = ["updated", "created", "name"] as const;

/** A sort order of documents. */
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];

/** The filters for documents. A filter that is null, empty or false is not set. */
export interface DocumentFilters {
  /** In the order of the life cycle. If it is empty, deleted, failed and cancelled documents are left out. */
  readonly statuses: readonly Status[];
  /** The id of a class. */
  readonly documentClass: string | null;
  readonly assetIdentifier: string | null;
  /** The first and the last day on which documents were added, such as `2026-11-28`, in the reader's time zone. */
  readonly from: string | null;
  readonly to: string | null;
  /** The id of a user, or `api`. */
  readonly uploader: string | null;
  /** The code of a finding. */
  readonly finding: string | null;
  readonly hasDuplicates: boolean;
}

/** The search, the filters and the sort order of a list of documents. */
export interface DocumentsQuery extends DocumentFilters {
  /** The trimmed search text; empty for no search. */
  readonly text: string;
  readonly sort: DocumentSort;
  readonly isDescending: boolean;
}

/** No filter is set. */
export const NO_FILTERS: DocumentFilters = {
  statuses: [],
  documentClass: null,
  assetIdentifier: null,
  from: null,
  to: null,
  uploader: null,
  finding: null,
  hasDuplicates: false,
};

/** The default view. */
export const ALL_DOCUMENTS: DocumentsQuery = {
  ...NO_FILTERS,
  text: "",
  sort: "updated",
  isDescending: true,
};

/** All statuses in the order of the life cycle. */
export const ALL_STATUSES = LIFECYCLE.statuses.map(({ status }) => status);

/** The statuses that are hidden unless they are selected: nothing can be done with such documents. */
const HIDDEN: readonly Status[] = [STATUS.uploadFailed, STATUS.deleted];
const USUAL_STATUSES = ALL_STATUSES.filter((status) => !HIDDEN.includes(status));

/** Returns whether a sort order usually descends: times start with the newest, names with A. */
const isUsuallyDescending = (sort: DocumentSort) => sort !== "name";

/** Returns what changes if a column is chosen to sort by. Choosing the same one again reverses the order. */
export const sortedBy = (query: DocumentsQuery, sort: DocumentSort): Partial<DocumentsQuery> =>
  query.sort === sort
    ? { isDescending: !query.isDescending }
    : { sort, isDescending: isUsuallyDescending(sort) };

/** Returns whether any filter is set. A search is not a filter. */
export const hasFilters = (query: DocumentsQuery): boolean =>
  documentsPath({ ...query, ...NO_FILTERS }) !== documentsPath(query);

/** The filters with a single text, by their name in the page's URL. */
const TEXT_FILTERS = {
  class: "documentClass",
  asset: "assetIdentifier",
  uploader: "uploader",
  finding: "finding",
} as const satisfies Readonly<Record<string, keyof DocumentFilters>>;

/** Reads a query from the page's URL. Unknown values are ignored, because people keep old links. */
export function readDocumentsQuery(
  params: Pick<URLSearchParams, "get" | "getAll">,
): DocumentsQuery {
  const sort = DOCUMENT_SORTS.find((each) => each === params.get("sort")) ?? ALL_DOCUMENTS.sort;
  const statuses = params.getAll("status").map(Number).filter(isStatus);
  const texts = Object.entries(TEXT_FILTERS).map(([name, key]) => [key, params.get(name) || null]);
  return {
    ...NO_FILTERS,
    ...Object.fromEntries(texts),
    text: searchText(params.get("q") ?? ""),
    statuses: ALL_STATUSES.filter((status) => statuses.includes(status)),
    from: dayOf(params.get("from")),
    to: dayOf(params.get("to")),
    hasDuplicates: params.get("duplicates") === "true",
    sort,
    isDescending: isUsuallyDescending(sort) !== (params.get("reverse") === "true"),
  };
}

/** Reads a query from a path with a query string, such as the address of a saved view. Everything unknown is ignored. */
export const readDocumentsAddress = (address: string): DocumentsQuery =>
  readDocumentsQuery(new URLSearchParams(address.split("?").slice(1).join("?")));

/** Returns the page's URL for a query, with only the values that differ from the default view. */
export function documentsPath(changes: Partial<DocumentsQuery>): string {
  const query = { ...ALL_DOCUMENTS, ...changes };
  const params = new URLSearchParams();
  if (query.text) params.set("q", query.text);
  for (const status of query.statuses) params.append("status", String(status));
  for (const [name, key] of Object.entries(TEXT_FILTERS)) {
    const value = query[key];
    if (value !== null) params.set(name, value);
  }
  if (query.from) params.set("from", query.from);
  if (query.to) params.set("to", query.to);
  if (query.hasDuplicates) params.set("duplicates", "true");
  if (query.sort !== ALL_DOCUMENTS.sort) params.set("sort", query.sort);
  if (query.isDescending !== isUsuallyDescending(query.sort)) params.set("reverse", "true");
  return params.size > 0 ? `${DOCUMENTS_PATH}?${params}` : DOCUMENTS_PATH;
}

/** Returns the API's parameters for the documents that match a query, without their order. */
export function filterParams(query: DocumentsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (query.text) params.set("q", query.text);
  const statuses = query.statuses.length > 0 ? query.statuses : USUAL_STATUSES;
  for (const status of statuses) params.append("status", String(status));
  for (const key of Object.values(TEXT_FILTERS)) {
    const value = query[key];
    if (value !== null) params.set(key, value);
  }
  if (query.from) params.set("createdFrom", startOf(query.from).toISOString());
  if (query.to) params.set("createdTo", endOf(query.to).toISOString());
  if (query.hasDuplicates) params.set("duplicates", "true");
  return params;
}

/** Returns the API's parameters for the documents that match a query, in its order. */
export function listParams(query: DocumentsQuery): URLSearchParams {
  const params = filterParams(query);
  params.set("sort", query.sort);
  params.set("descending", String(query.isDescending));
  return params;
}

function dayOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  return Number.isNaN(startOf(text).getTime()) ? null : text;
}

/** Without a zone, a date with a time is in the reader's zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`);

const endOf = (day: string) => new Date(`${day}T23:59:59.999`);
