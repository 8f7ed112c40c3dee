import type { AssetRecord, ChangedAsset, GivenAsset } from "./answers";
import type { Caller } from "./caller";
import type { CallOptions, PageQuery } from "./document-calls";
import { itemsOf, type Page, queryOf } from "./pages";

/** The filters of a list of assets. A list can include archived assets. */
export interface AssetQuery extends PageQuery {
  readonly identifier?: string | undefined;
  /** Only assets in this folder or below it. */
  readonly folder?: string | undefined;
  readonly name?: string | undefined;
  readonly archived?: boolean | undefined;
}

/** The calls about assets. All of them can be repeated safely. */
export interface AssetCalls {
  /** Creates the asset, or changes the given properties of the asset that has this identifier. */
  putAsset(asset: GivenAsset, options?: CallOptions): Promise<AssetRecord>;
  /** Changes, archives or restores an existing asset. @throws ApiProblem `asset-not-found` */
  changeAsset(change: ChangedAsset, options?: CallOptions): Promise<AssetRecord>;
  assetsPage(query?: AssetQuery): Promise<Page<AssetRecord>>;
  /** Returns all matching assets in ascending order of their identifiers, reading them page by page. */
  assets(query?: AssetQuery): AsyncIterable<AssetRecord>;
}

const ASSETS = "/assets";

/** Creates the calls about assets. */
export function createAssetCalls(caller: Caller): AssetCalls {
  const assetsPage: AssetCalls["assetsPage"] = ({ signal, archived, ...query } = {}) => {
    const parameters = { ...query, archived: archived?.toString() };
    return caller.json({ method: "GET", path: `${ASSETS}${queryOf(parameters)}`, signal });
  };
  return {
    putAsset: (body, options) => caller.json({ method: "POST", path: ASSETS, body, ...options }),
    changeAsset: (body, options) =>
      caller.json({ method: "PATCH", path: ASSETS, body, ...options }),
    assetsPage,
    assets: (query) => itemsOf((cursor) => assetsPage({ ...query, cursor }), query?.cursor),
  };
}
