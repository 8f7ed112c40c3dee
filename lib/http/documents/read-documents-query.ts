import type { DocumentFilter, DocumentPage } from "@/lib/documents/ports/document-list";
import { readListCursor } from "../core/list-cursor";
import { readQuery } from "../core/read-query";
import { stagedDocumentsQuery } from "./external-api-schemas";

/**
 * What the query of the list of documents asks for.
 * @throws DomainError `validation-failed`, at `#/cursor` for a cursor that these filters did not get
 */
export function readListQuery(query: URLSearchParams): { filter: DocumentFilter } & DocumentPage {
  const { limit, cursor, ...given } = readQuery(query, stagedDocumentsQuery);
  const filter = {
    assetIdentifier: given.assetIdentifier ?? null,
    status: given.status ?? null,
    updatedSince: given.updatedSince ?? null,
  };
  if (cursor === undefined) return { filter, after: null, limit };
  const { time, uuid } = readListCursor(cursor, filter);
  return { filter, after: { updatedAt: time, uuid }, limit };
}
