import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { assetIdentifierQuery } from "@/lib/http/cockpit/asset-schemas";
import { renderAssetPlace } from "@/lib/http/cockpit/asset-serializers";
import { viewerOf } from "@/lib/http/cockpit/viewer";
import { readQuery } from "@/lib/http/read-query";
import { withApi } from "@/lib/http/with-api";
import { findAssetPlace } from "@/lib/services/find-asset-place";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: adminEndpoint({
    handle: async ({ ports, administrator, query }) => {
      const { identifier } = readQuery(query, assetIdentifierQuery);
      const viewer = viewerOf(administrator);
      const place = await findAssetPlace(ports, { identifier, viewer });
      return { status: 200, body: renderAssetPlace(place) };
    },
  }),
});
