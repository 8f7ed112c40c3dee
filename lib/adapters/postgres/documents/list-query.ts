import type pg from "pg";
import type { DocumentFilter, DocumentPage } from "@/lib/documents/ports/document-list";
import { NIL_UUID } from "../core/query";
import { duplicateOf } from "../core/status-move";
import { isSearch, searchQuery } from "./search-query";

/** Returns the statement for these filters with its values. The filter `updatedSince` only sets the first position. */
export function listQuery(filter: DocumentFilter, { after, limit }: DocumentPage): pg.QueryConfig {
  const { assetIdentifier, status, updatedSince } = filter;
  const position = after ? [after.updatedAt, after.uuid] : [updatedSince ?? "-infinity", NIL_UUID];
  const page = [...position, limit];
  if (isSearch(filter)) return searchQuery(filter, page);
  if (assetIdentifier !== null && status !== null) {
    return { ...LIST_STATEMENTS.ofAssetAtStatus, values: [...page, assetIdentifier, status] };
  }
  if (assetIdentifier !== null) {
    return { ...LIST_STATEMENTS.ofAsset, values: [...page, assetIdentifier] };
  }
  if (status !== null) return { ...LIST_STATEMENTS.atStatus, values: [...page, status] };
  return { ...LIST_STATEMENTS.all, values: page };
}

const list = (name: string, { order, after }: { order: string; after: string }) => ({
  name,
  text: `
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE (${order}) > ${after}
ORDER BY ${order}
LIMIT $3`,
});

/**
 * The SQL of the list, one statement for each set of filters, exported to test their query plans. $1 and $2 are the
 * position, $3 the limit. A single filter is a range of its index: with `=`, the planner may read the index of all
 * documents and discard almost every row if the status is rare. Two filters use `=`, because the planner would expect too
 * many rows for a range.
 */
export const LIST_STATEMENTS = {
  all: list("staged-documents-list", { order: "updated_at, uuid", after: "($1, $2)" }),
  ofAsset: list("staged-documents-list-asset", {
    order: "asset_identifier, updated_at, uuid",
    after: "($4, $1, $2) AND asset_identifier <= $4",
  }),
  atStatus: list("staged-documents-list-status", {
    order: "status, updated_at, uuid",
    after: "($4, $1, $2) AND status <= $4",
  }),
  ofAssetAtStatus: {
    name: "staged-documents-list-asset-status",
    text: `
SELECT document.*, ${duplicateOf("document")}
FROM staged_document AS document
WHERE asset_identifier = $4 AND status = $5 AND (updated_at, uuid) > ($1, $2)
ORDER BY updated_at, uuid
LIMIT $3`,
  },
};
