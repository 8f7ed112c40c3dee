import { userEndpoint, withApi } from "@/app/endpoints";
import { noteAssetVisit } from "@/lib/assets/use-cases/note-asset-visit";
import { visitBody } from "@/lib/http/assets/cockpit-schemas";
import { renderVisit } from "@/lib/http/assets/cockpit-serializers";
import { viewerOf } from "@/lib/http/assets/viewer";

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
