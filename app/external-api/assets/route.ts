import { endpoint, withApi } from "@/app/endpoints";
import { amendAsset } from "@/lib/assets/use-cases/amend-asset";
import { putAsset } from "@/lib/assets/use-cases/put-asset";
import { selectAssets } from "@/lib/assets/use-cases/select-assets";
import { amendAssetBody, putAssetBody } from "@/lib/http/assets/external-api-schemas";
import { renderAsset, renderAssets } from "@/lib/http/assets/external-api-serializers";
import { readAssetSelection } from "@/lib/http/assets/read-asset-selection";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, query }) => {
      const asked = readAssetSelection(query);
      const page = await selectAssets(ports, asked);
      return { status: 200, body: renderAssets(page, asked.selection) };
    },
  }),
  POST: endpoint({
    scope: "configuration:write",
    body: putAssetBody,
    handle: async ({ ports, actor, body }) => {
      const asset = await putAsset(ports, { ...body, author: authorOf(actor) });
      return { status: 200, body: renderAsset(asset) };
    },
  }),
  PATCH: endpoint({
    scope: "configuration:write",
    body: amendAssetBody,
    handle: async ({ ports, actor, body }) => {
      const { archived, ...given } = body;
      const author = authorOf(actor);
      const asset = await amendAsset(ports, { ...given, isArchived: archived, author });
      return { status: 200, body: renderAsset(asset) };
    },
  }),
});
