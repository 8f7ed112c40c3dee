import type { DocumentFilter, DocumentPage } from "@/lib/documents/ports/document-list";
import { readListCursor } from "../core/cursors/list-cursor";
import { readQuery } from "../core/requests/read-query";
import { stagedDocumentsQuery } from "./external-api-schemas";

/**
 * Reads the query for the list of documents.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function readDocumentsQuery(
  query: URLSearchParams,
): { filter: DocumentFilter } & DocumentPage {
  const { limit, cursor, q, ...asked } = readQuery(query, stagedDocumentsQuery);
  const filter = { ...asked, ...(q === undefined ? {} : { words: q }) };
  const after = readListCursor(cursor, filter);
  return { filter, after: after && { updatedAt: after.time, uuid: after.uuid }, limit };
}
