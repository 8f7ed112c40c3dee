import type { AssetFilter, AssetOrder } from "../../ports/asset-overviews";
import { readQuery } from "../read-query";
import { assetsQuery } from "./asset-schemas";

/**
 * What the query of the tiles asks for.
 * @throws DomainError `validation-failed`
 */
export function readAssetsQuery(query: URLSearchParams): {
  filter: AssetFilter;
  order: AssetOrder;
  offset: number;
  limit: number;
} {
  const { q, status = null, new: isNew, archived, ...page } = readQuery(query, assetsQuery);
  return { filter: { text: q, status, isNew, isArchived: archived }, ...page };
}
