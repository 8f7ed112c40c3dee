import { getContainer } from "@/app/container";
import { adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { visitBody } from "@/lib/http/cockpit/asset-schemas";
import { renderVisit } from "@/lib/http/cockpit/asset-serializers";
import { viewerOf } from "@/lib/http/cockpit/viewer";
import { withApi } from "@/lib/http/with-api";
import { noteAssetVisit } from "@/lib/services/note-asset-visit";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: adminEndpointWithBody({
    body: visitBody,
    handle: async ({ ports, administrator, body }) => {
      const input = { viewer: viewerOf(administrator), identifier: body.assetIdentifier };
      return { status: 200, body: renderVisit(await noteAssetVisit(ports, input)) };
    },
  }),
});
