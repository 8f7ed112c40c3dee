import type {
  AssetDocumentFilter,
  AssetDocumentPosition,
} from "@/lib/assets/ports/asset-documents";
import { readListCursor } from "../core/list-cursor";
import { readQuery } from "../core/read-query";
import { assetDocumentsQuery } from "./cockpit-schemas";

/**
 * What the query of the documents of an asset asks for.
 * @throws DomainError `validation-failed`, at `#/cursor` for a cursor that these filters did not get
 */
export function readDocumentsQuery(query: URLSearchParams): {
  filter: AssetDocumentFilter;
  after: AssetDocumentPosition | null;
  limit: number;
} {
  const { assetIdentifier, q, status, cursor, limit } = readQuery(query, assetDocumentsQuery);
  const filter = { assetIdentifier, text: q, status: status ?? null };
  if (cursor === undefined) return { filter, after: null, limit };
  const { time, uuid } = readListCursor(cursor, filter);
  return { filter, after: { createdAt: time, uuid }, limit };
}
