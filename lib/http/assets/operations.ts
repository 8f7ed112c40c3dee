import type { z } from "zod";
import { type DeclaredOperations, ok } from "../core/operation";
import {
  amendAssetBody,
  assetPage,
  assetRecord,
  externalAssetsQuery,
  putAssetBody,
} from "./external-api-schemas";

const tag = "Assets";
const path = "/external-api/assets";

const FULL_BODY = {
  identifier: "BLD-0001",
  name: "Lindenhof office building",
  description: "Lindenhof 4, 8001 Zürich",
  folder: "Zürich/Altstadt",
};

const MOVED = { identifier: FULL_BODY.identifier, folder: "Zürich/Kreis 5" };

const EXAMPLE: z.infer<typeof assetRecord> = {
  ...FULL_BODY,
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:00:00.000Z",
  archivedAt: null,
};

/** The operations on assets. */
export const ASSET_OPERATIONS = {
  listAssets: {
    method: "get",
    path,
    tag,
    summary: "List assets",
    description:
      "In ascending order of identifiers, including archived assets. To read one asset, filter by its `identifier`: the page then contains one item or none.",
    access: "documents:read",
    query: externalAssetsQuery,
    sampleQuery: { folder: FULL_BODY.folder },
    success: ok("A page of assets.", assetPage, { items: [EXAMPLE], nextCursor: null }),
  },
  putAsset: {
    method: "post",
    path,
    tag,
    summary: "Create or change an asset",
    description:
      "Creates the asset if no asset has this `identifier`, and changes it otherwise. A property that you omit stays as it is. Safe to repeat: a call that changes nothing keeps `updatedAt`. An archived asset stays archived. Documents that already have this identifier belong to the asset from then on. To synchronise thousands of assets, make this call once for each of them.",
    access: "configuration:write",
    body: {
      schema: putAssetBody,
      examples: {
        asset: FULL_BODY,
        shortest: { identifier: FULL_BODY.identifier, name: FULL_BODY.name },
      },
    },
    success: ok("The asset as it is now.", assetRecord, EXAMPLE),
  },
  changeAsset: {
    method: "patch",
    path,
    tag,
    summary: "Change, archive or restore an asset",
    description:
      "Changes the given properties of an existing asset and never creates one. Safe to repeat. The identifier is in the body because it may contain any character, including `/`.",
    access: "configuration:write",
    body: {
      schema: amendAssetBody,
      examples: {
        move: MOVED,
        noFolder: { identifier: FULL_BODY.identifier, folder: null },
        archive: { identifier: FULL_BODY.identifier, archived: true },
      },
    },
    success: ok("The asset as it is now.", assetRecord, { ...EXAMPLE, folder: MOVED.folder }),
    codes: ["asset-not-found"],
  },
} satisfies DeclaredOperations;
