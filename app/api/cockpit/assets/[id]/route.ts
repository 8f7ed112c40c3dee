import { getContainer } from "@/app/container";
import { adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { editAssetBody } from "@/lib/http/cockpit/asset-schemas";
import { renderAssetTile } from "@/lib/http/cockpit/asset-serializers";
import { viewerOf } from "@/lib/http/cockpit/viewer";
import { withApi } from "@/lib/http/with-api";
import { editAsset } from "@/lib/services/edit-asset";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>(
  getContainer,
  {
    PUT: adminEndpointWithBody({
      body: editAssetBody,
      handle: async ({ ports, administrator, params, body }) => {
        const viewer = viewerOf(administrator);
        const asset = await editAsset(ports, { id: params.id, ...body, viewer });
        return { status: 200, body: renderAssetTile(asset) };
      },
    }),
  },
);
