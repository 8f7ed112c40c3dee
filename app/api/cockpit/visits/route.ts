import { userEndpoint, withApi } from "@/app/endpoints";
import { noteAssetVisit } from "@/lib/assets/use-cases/asset-overviews";
import { renderVisit, viewerOf, visitBody } from "@/lib/http/assets/cockpit-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "reader",
    body: visitBody,
    handle: async ({ ports, user, body }) => {
      const input = { viewer: viewerOf(user), identifier: body.assetIdentifier };
      return { status: 200, body: renderVisit(await noteAssetVisit(ports, input)) };
    },
  }),
});
