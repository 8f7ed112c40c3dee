import { isStatus, type Status } from "@/lib/documents/rules/status";
import { searchText } from "../shell/search-text";

/** Which documents of an asset are shown. */
export interface AssetDocumentsQuery {
  readonly identifier: string;
  /** Trimmed; empty does not search. */
  readonly text: string;
  /** null: whatever their status. */
  readonly status: Status | null;
}

/** What an asset's address asks for; whatever is not known in it counts as not given, for people keep old links. */
export function readAssetDocumentsQuery(params: Pick<URLSearchParams, "get">): AssetDocumentsQuery {
  const status = Number(params.get("status") ?? Number.NaN);
  return {
    identifier: params.get("identifier") ?? "",
    text: searchText(params.get("q") ?? ""),
    status: isStatus(status) ? status : null,
  };
}

/** Where people see the documents of an asset, all of them or what is asked for. */
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
