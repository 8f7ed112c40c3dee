import { userEndpoint, withApi } from "@/app/endpoints";
import { findAssetPlace } from "@/lib/assets/use-cases/asset-overviews";
import {
  assetIdentifierQuery,
  renderAssetPlace,
  viewerOf,
} from "@/lib/http/assets/cockpit-schemas";
import { readQuery } from "@/lib/http/core/requests/read-query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, user, query }) => {
      const { identifier } = readQuery(query, assetIdentifierQuery);
      const viewer = viewerOf(user);
      const place = await findAssetPlace(ports, { identifier, viewer });
      return { status: 200, body: renderAssetPlace(place) };
    },
  }),
});
