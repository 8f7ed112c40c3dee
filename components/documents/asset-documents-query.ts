import { isStatus, type Status } from "@/lib/documents/rules/status";
import { searchText } from "../shell/addresses";

/** The search text and the status filter for the documents of an asset. */
export interface AssetDocumentsQuery {
  readonly identifier: string;
  /** The trimmed search text; empty for no search. */
  readonly text: string;
  /** The selected status; null for all statuses. */
  readonly status: Status | null;
}

/** Reads a query from the page's URL. Unknown values are ignored, because people keep old links. */
export function readAssetDocumentsQuery(params: Pick<URLSearchParams, "get">): AssetDocumentsQuery {
  const status = Number(params.get("status") ?? Number.NaN);
  return {
    identifier: params.get("identifier") ?? "",
    text: searchText(params.get("q") ?? ""),
    status: isStatus(status) ? status : null,
  };
}

/** Returns the API's parameters for the documents that match a query, newest first, including the deleted ones. */
export function assetDocumentsParams({
  identifier,
  text,
  status,
}: AssetDocumentsQuery): URLSearchParams {
  const params = new URLSearchParams({ assetIdentifier: identifier });
  if (text) params.set("q", text);
  if (status !== null) params.set("status", String(status));
  return params;
}

/** Returns the URL of an asset's documents, all of them or those that match a query. */
export function assetDocumentsPath({
  identifier,
  text = "",
  status = null,
}: Pick<AssetDocumentsQuery, "identifier"> & Partial<AssetDocumentsQuery>): string {
  const params = new URLSearchParams({ identifier });
  if (text) params.set("q", text);
  if (status !== null) params.set("status", String(status));
  return `/cockpit/asset?${params}`;
}
