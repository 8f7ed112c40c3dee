import { getContainer } from "@/app/container";
import { adminEndpoint, adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { createAssetBody } from "@/lib/http/cockpit/asset-schemas";
import { renderAssetTile, renderAssetTiles } from "@/lib/http/cockpit/asset-serializers";
import { readAssetsQuery } from "@/lib/http/cockpit/read-assets-query";
import { viewerOf } from "@/lib/http/cockpit/viewer";
import { withApi } from "@/lib/http/with-api";
import { createAsset } from "@/lib/services/create-asset";
import { listAssets } from "@/lib/services/list-assets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: adminEndpoint({
    handle: async ({ ports, administrator, query }) => {
      const asked = { ...readAssetsQuery(query), viewer: viewerOf(administrator) };
      return { status: 200, body: renderAssetTiles(await listAssets(ports, asked)) };
    },
  }),
  POST: adminEndpointWithBody({
    body: createAssetBody,
    handle: async ({ ports, administrator, body }) => {
      const asset = await createAsset(ports, { ...body, viewer: viewerOf(administrator) });
      return { status: 201, body: renderAssetTile(asset) };
    },
  }),
});
