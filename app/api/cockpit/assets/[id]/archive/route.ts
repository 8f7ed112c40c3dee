import { adminEndpoint, withApi } from "@/app/endpoints";
import { archiveAsset } from "@/lib/assets/use-cases/archive-asset";
import { archiveAssetBody } from "@/lib/http/assets/cockpit-schemas";
import { renderAssetTile } from "@/lib/http/assets/cockpit-serializers";
import { viewerOf } from "@/lib/http/assets/viewer";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  PUT: adminEndpoint({
    body: archiveAssetBody,
    handle: async ({ ports, administrator, params, body }) => {
      const viewer = viewerOf(administrator);
      const input = { id: params.id, isArchived: body.archived, viewer };
      return { status: 200, body: renderAssetTile(await archiveAsset(ports, input)) };
    },
  }),
});
