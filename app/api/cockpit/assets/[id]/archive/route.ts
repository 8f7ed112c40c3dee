import { userEndpoint, withApi } from "@/app/endpoints";
import { archiveAsset } from "@/lib/assets/use-cases/assets";
import { archiveAssetBody, renderAssetTile, viewerOf } from "@/lib/http/assets/cockpit-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  PUT: userEndpoint({
    role: "administrator",
    body: archiveAssetBody,
    handle: async ({ ports, actor, user, params, body }) => {
      const seen = { viewer: viewerOf(user), author: authorOf(actor) };
      const input = { id: params.id, isArchived: body.archived, ...seen };
      return { status: 200, body: renderAssetTile(await archiveAsset(ports, input)) };
    },
  }),
});
