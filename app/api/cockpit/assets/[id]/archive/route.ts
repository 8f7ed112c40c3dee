import { getContainer } from "@/app/container";
import { adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { archiveAssetBody } from "@/lib/http/cockpit/asset-schemas";
import { renderAssetTile } from "@/lib/http/cockpit/asset-serializers";
import { viewerOf } from "@/lib/http/cockpit/viewer";
import { withApi } from "@/lib/http/with-api";
import { archiveAsset } from "@/lib/services/archive-asset";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>(
  getContainer,
  {
    PUT: adminEndpointWithBody({
      body: archiveAssetBody,
      handle: async ({ ports, administrator, params, body }) => {
        const viewer = viewerOf(administrator);
        const input = { id: params.id, isArchived: body.archived, viewer };
        return { status: 200, body: renderAssetTile(await archiveAsset(ports, input)) };
      },
    }),
  },
);
