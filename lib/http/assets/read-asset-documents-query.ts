import type {
  AssetDocumentFilter,
  AssetDocumentPosition,
} from "@/lib/assets/ports/asset-documents";
import { readListCursor } from "../core/cursors/list-cursor";
import { readQuery } from "../core/requests/read-query";
import { assetDocumentsQuery } from "./cockpit-schemas";

/**
 * Reads the query for the documents of an asset.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function readAssetDocumentsQuery(query: URLSearchParams): {
  filter: AssetDocumentFilter;
  after: AssetDocumentPosition | null;
  limit: number;
} {
  const { q, cursor, limit, ...given } = readQuery(query, assetDocumentsQuery);
  const filter = { ...given, text: q };
  const after = readListCursor(cursor, filter);
  return { filter, after: after && { createdAt: after.time, uuid: after.uuid }, limit };
}
