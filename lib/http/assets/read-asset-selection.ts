import type { AssetSelection } from "@/lib/assets/ports/assets";
import type { Page } from "@/lib/kernel/rules/page";
import { readTextCursor } from "../core/cursors/text-cursor";
import { readQuery } from "../core/requests/read-query";
import { externalAssetsQuery } from "./external-api-schemas";

/**
 * Reads the query for the list of assets.
 * @throws DomainError `validation-failed`, at `#/cursor` if the cursor was returned for different filters
 */
export function readAssetSelection(
  query: URLSearchParams,
): { selection: AssetSelection } & Page<string> {
  const { limit, cursor, archived, ...asked } = readQuery(query, externalAssetsQuery);
  const selection = { ...asked, isArchived: archived };
  return { selection, after: readTextCursor(cursor, selection), limit };
}
