import { endpoint, withApi } from "@/app/endpoints";
import { selectAssets } from "@/lib/assets/use-cases/asset-imports";
import { amendAsset, putAsset } from "@/lib/assets/use-cases/assets";
import { readAssetSelection } from "@/lib/http/assets/cockpit-schemas";
import {
  amendAssetBody,
  putAssetBody,
  renderAsset,
  renderAssets,
} from "@/lib/http/assets/external-api-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, query }) => {
      const options = readAssetSelection(query);
      const page = await selectAssets(ports, options);
      return { status: 200, body: renderAssets(page, options.selection) };
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
      const { archived, ...values } = body;
      const author = authorOf(actor);
      const asset = await amendAsset(ports, { ...values, isArchived: archived, author });
      return { status: 200, body: renderAsset(asset) };
    },
  }),
});
