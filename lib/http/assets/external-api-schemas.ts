import { z } from "zod";
import type { Asset, AssetSelection } from "@/lib/assets/ports";
import {
  ASSET_TEXT_MAX,
  assetDescriptionProblem,
  assetFolderProblem,
  assetNameProblem,
} from "@/lib/assets/rules/asset-texts";
import {
  assetIdentifierProblem,
  storedIdentifierProblem,
} from "@/lib/documents/rules/staged-document";
import { oneLineProblem } from "@/lib/kernel/rules/plain-text";
import { writeTextCursor } from "../core/cursors/text-cursor";
import { pick } from "../core/pick";
import { booleanText, limit, object, pageOf, textBy, time } from "../core/schemas";

/** The query for the list of assets. A cursor is valid only with the filters of the request that returned it. */
export const externalAssetsQuery = object({
  identifier: textBy(storedIdentifierProblem).nullable().default(null),
  folder: textBy(assetFolderProblem).nullable().default(null),
  name: textBy((text) => oneLineProblem(text, ASSET_TEXT_MAX.name))
    .nullable()
    .default(null),
  archived: booleanText.nullable().default(null),
  limit,
  cursor: z.string().optional(),
});

const IDENTIFIER = {
  description:
    "The identifier that documents use to refer to this asset. Case-sensitive; it never changes.",
  minLength: 1,
  maxLength: 255,
};
const name = textBy(assetNameProblem).meta({
  description: "The name that people use, on one line.",
  minLength: 1,
  maxLength: ASSET_TEXT_MAX.name,
});
const description = textBy(assetDescriptionProblem).meta({
  description: "Details that help people recognise it, such as an address. May be empty.",
  maxLength: ASSET_TEXT_MAX.description,
});
const folder = textBy(assetFolderProblem)
  .meta({
    description: "The folder of the asset, with `/` between the names, such as `Zürich/Altstadt`.",
    minLength: 1,
    maxLength: ASSET_TEXT_MAX.folder,
  })
  .nullable();

/** The body of `POST /external-api/assets`. */
export const putAssetBody = object({
  identifier: textBy(assetIdentifierProblem).meta(IDENTIFIER),
  name,
  description: description.optional(),
  folder: folder.optional().describe("The folder; null for no folder."),
});

/**
 * The body of `PATCH /external-api/assets`. Assets created by earlier versions may have identifiers that are no longer
 * allowed for new assets.
 */
export const amendAssetBody = object({
  identifier: textBy(storedIdentifierProblem).meta(IDENTIFIER),
  name: name.optional(),
  description: description.optional(),
  folder: folder.optional().describe("The folder; null for no folder."),
  archived: z
    .boolean("must be true or false")
    .optional()
    .describe("true archives the asset: the cockpit hides it. false restores it."),
}).refine((body) => Object.values(body).filter((value) => value !== undefined).length > 1, {
  message: "must have at least one of name, description, folder and archived besides identifier",
});

/** An asset in a response. */
export const assetRecord = z.strictObject({
  identifier: z.string().describe("The identifier that documents use to refer to this asset."),
  name: z.string().describe("The name that people use."),
  description: z.string().describe("Empty if there is none."),
  folder: z.string().nullable().describe("The folder of the asset; null for no folder."),
  createdAt: time.describe("When the asset was created."),
  updatedAt: time.describe("When the asset last changed. Changes to its documents do not count."),
  archivedAt: time.nullable().describe("When the asset was archived; null while it is in use."),
});

/** One page of the assets. */
export const assetPage = pageOf(assetRecord, "The assets, in ascending order of identifiers.");

/** Returns an asset as external systems receive it. */
export const renderAsset = (asset: Asset): z.infer<typeof assetRecord> => pick(assetRecord, asset);

/** Returns a page of assets. The cursor works only with these filters. */
export const renderAssets = (
  { items, nextAfter }: { items: readonly Asset[]; nextAfter: string | null },
  selection: AssetSelection,
): z.infer<typeof assetPage> => ({
  items: items.map(renderAsset),
  nextCursor: nextAfter === null ? null : writeTextCursor(nextAfter, selection),
});
