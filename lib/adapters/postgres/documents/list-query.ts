import type pg from "pg";
import type { DocumentFilter, DocumentPage } from "@/lib/documents/ports/document-list";
import { LIST_STATEMENTS } from "./list-statements";

/** No document has it, and it is before every other. */
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** The statement for these filters with its values; `updatedSince` is nothing but a first position. */
export function listQuery(
  { assetIdentifier, status, updatedSince }: DocumentFilter,
  { after, limit }: DocumentPage,
): pg.QueryConfig {
  const position = after ? [after.updatedAt, after.uuid] : [updatedSince ?? "-infinity", NIL_UUID];
  const page = [...position, limit];
  if (assetIdentifier !== null && status !== null) {
    return { ...LIST_STATEMENTS.ofAssetAtStatus, values: [...page, assetIdentifier, status] };
  }
  if (assetIdentifier !== null) {
    return { ...LIST_STATEMENTS.ofAsset, values: [...page, assetIdentifier] };
  }
  if (status !== null) return { ...LIST_STATEMENTS.atStatus, values: [...page, status] };
  return { ...LIST_STATEMENTS.all, values: page };
}
