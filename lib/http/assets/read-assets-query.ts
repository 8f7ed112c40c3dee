import type { AssetFilter, AssetOrder } from "@/lib/assets/ports/asset-overviews";
import { readQuery } from "../core/requests/read-query";
import { assetsQuery } from "./cockpit-schemas";

/**
 * Reads the query for the tiles.
 * @throws DomainError `validation-failed`
 */
export function readAssetsQuery(query: URLSearchParams): {
  filter: AssetFilter;
  order: AssetOrder;
  offset: number;
  limit: number;
} {
  const { q, folder, status, new: isNew, archived, ...page } = readQuery(query, assetsQuery);
  return { filter: { text: q, folder, status, isNew, isArchived: archived }, ...page };
}
