import { userEndpoint, withApi } from "@/app/endpoints";
import { editAsset } from "@/lib/assets/use-cases/assets";
import { editAssetBody, renderAssetTile, viewerOf } from "@/lib/http/assets/cockpit-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  PUT: userEndpoint({
    role: "administrator",
    body: editAssetBody,
    handle: async ({ ports, actor, user, params, body }) => {
      const seen = { viewer: viewerOf(user), author: authorOf(actor) };
      const asset = await editAsset(ports, { id: params.id, ...body, ...seen });
      return { status: 200, body: renderAssetTile(asset) };
    },
  }),
});
