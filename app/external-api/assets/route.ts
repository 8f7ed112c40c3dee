import { implement, withOperations } from "@/app/endpoints";
import { selectAssets } from "@/lib/assets/use-cases/asset-imports";
import { amendAsset, putAsset } from "@/lib/assets/use-cases/assets";
import { assetSelectionOf } from "@/lib/http/assets/cockpit-schemas";
import { renderAsset, renderAssets } from "@/lib/http/assets/external-api-schemas";
import { ASSET_OPERATIONS } from "@/lib/http/assets/operations";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(ASSET_OPERATIONS.listAssets, async ({ ports, query }) => {
    const options = assetSelectionOf(query);
    const page = await selectAssets(ports, options);
    return { status: 200, body: renderAssets(page, options.selection) };
  }),
  implement(ASSET_OPERATIONS.putAsset, async ({ ports, actor, body }) => {
    const asset = await putAsset(ports, { ...body, author: authorOf(actor) });
    return { status: 200, body: renderAsset(asset) };
  }),
  implement(ASSET_OPERATIONS.changeAsset, async ({ ports, actor, body }) => {
    const { archived, ...values } = body;
    const author = authorOf(actor);
    const asset = await amendAsset(ports, { ...values, isArchived: archived, author });
    return { status: 200, body: renderAsset(asset) };
  }),
);
