import {
  ALL_DOCUMENTS,
  type DocumentsQuery,
  documentsPath,
  filterParams,
  readDocumentsQuery,
} from "./documents-query";

/** The page on which documents are reviewed one after the other. */
const REVIEW_PATH = "/review";

/** Which documents are reviewed, and in which order: those that have waited longest, or the most doubtful ones. */
export interface ReviewQuery {
  /** Filters as in the list of documents; its statuses and its order are not used. */
  readonly documents: DocumentsQuery;
  readonly order: "oldest" | "doubtful";
}

/** Reads the queue from the page's URL. */
export const readReviewQuery = (params: Pick<URLSearchParams, "get" | "getAll">): ReviewQuery => ({
  documents: readDocumentsQuery(params),
  order: params.get("order") === "doubtful" ? "doubtful" : "oldest",
});

/** Returns the page's URL for a queue. */
export function reviewPath({ documents, order }: ReviewQuery): string {
  const { sort, isDescending } = ALL_DOCUMENTS;
  const [, search = ""] = documentsPath({ ...documents, statuses: [], sort, isDescending }).split(
    "?",
  );
  const params = new URLSearchParams(search);
  if (order === "doubtful") params.set("order", order);
  return params.size > 0 ? `${REVIEW_PATH}?${params}` : REVIEW_PATH;
}

/** Returns the API's parameters for the documents of a queue. */
export const queueParams = ({ documents }: Pick<ReviewQuery, "documents">): URLSearchParams =>
  filterParams({ ...documents, statuses: [] });

/** Returns whether a queue leaves out any documents that wait. */
export const isFiltered = (query: ReviewQuery): boolean =>
  queueParams(query).toString() !== queueParams({ documents: ALL_DOCUMENTS }).toString();
