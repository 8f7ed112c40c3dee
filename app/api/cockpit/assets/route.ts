import { userEndpoint, withApi } from "@/app/endpoints";
import { listAssets } from "@/lib/assets/use-cases/asset-overviews";
import { createAsset } from "@/lib/assets/use-cases/assets";
import {
  createAssetBody,
  readAssetsQuery,
  renderAssetTile,
  renderAssetTiles,
  viewerOf,
} from "@/lib/http/assets/cockpit-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, user, query }) => {
      const options = { ...readAssetsQuery(query), viewer: viewerOf(user) };
      return { status: 200, body: renderAssetTiles(await listAssets(ports, options)) };
    },
  }),
  POST: userEndpoint({
    role: "administrator",
    body: createAssetBody,
    handle: async ({ ports, actor, user, body }) => {
      const seen = { viewer: viewerOf(user), author: authorOf(actor) };
      const asset = await createAsset(ports, { ...body, ...seen });
      return { status: 201, body: renderAssetTile(asset) };
    },
  }),
});
