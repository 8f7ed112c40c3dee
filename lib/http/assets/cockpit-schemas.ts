import { z } from "zod";
import { ASSET_ORDERS } from "@/lib/assets/ports/asset-overviews";
import {
  assetDescriptionProblem,
  assetFolderProblem,
  assetNameProblem,
} from "@/lib/assets/rules/asset-texts";
import {
  assetIdentifierProblem,
  storedIdentifierProblem,
} from "@/lib/documents/rules/asset-identifier";
import { booleanText, object, searchText, textBy, time } from "../core/schemas";
import { statusText } from "../documents/external-api-schemas";

const flag = booleanText.default(false);

const wholeNumber = ({ from, to, otherwise }: { from: number; to: number; otherwise: number }) => {
  const problem = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,7}$/, problem)
    .transform(Number)
    .refine((value) => value >= from && value <= to, problem)
    .default(otherwise);
};

const pageSize = (otherwise: number) => wholeNumber({ from: 1, to: 200, otherwise });

/** Query of the tiles. */
export const assetsQuery = object({
  q: searchText,
  folder: textBy(assetFolderProblem).nullable().default(null),
  status: statusText.nullable().default(null),
  new: flag,
  archived: flag,
  order: z.enum(ASSET_ORDERS, `must be one of ${ASSET_ORDERS.join(", ")}`).default("activity"),
  offset: wholeNumber({ from: 0, to: 1_000_000, otherwise: 0 }),
  limit: pageSize(60),
});

/** Query of what belongs to one identifier. */
export const assetIdentifierQuery = object({ identifier: textBy(storedIdentifierProblem) });

/** Query of the Unassigned tray. */
export const unassignedQuery = object({
  q: searchText,
  after: textBy(storedIdentifierProblem).nullable().default(null),
  limit: pageSize(20),
});

/** Query of the documents at one identifier. */
export const assetDocumentsQuery = object({
  assetIdentifier: textBy(storedIdentifierProblem),
  q: searchText,
  status: statusText.nullable().default(null),
  cursor: z.string().optional(),
  limit: pageSize(50),
});

/** Body of a new asset. */
export const createAssetBody = object({
  identifier: textBy(assetIdentifierProblem),
  name: textBy(assetNameProblem),
  description: textBy(assetDescriptionProblem).default(""),
  folder: textBy(assetFolderProblem).nullable().default(null),
});

/** Body of an edited asset; its identifier never changes. Without a folder, the folder stays. */
export const editAssetBody = object({
  name: textBy(assetNameProblem),
  description: textBy(assetDescriptionProblem),
  folder: textBy(assetFolderProblem).nullable().optional(),
});

/** Body of archiving or restoring an asset. */
export const archiveAssetBody = object({ archived: z.boolean("must be true or false") });

/** Body of a visit. */
export const visitBody = object({ assetIdentifier: textBy(storedIdentifierProblem) });

const statusCount = z.strictObject({ status: z.int(), count: z.int().positive() });

/** A document in short. */
export const newestDocument = z.strictObject({
  uuid: z.uuid(),
  name: z.string(),
  status: z.int(),
  createdAt: time,
});

const documentsAt = {
  /** Only statuses with documents, ascending. */
  counts: z.array(statusCount),
  newestDocument: newestDocument.nullable(),
};

/** An asset as its tile shows it. */
export const assetTile = z.strictObject({
  id: z.uuid(),
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  folder: z.string().nullable(),
  createdAt: time,
  archivedAt: time.nullable(),
  ...documentsAt,
  /** Since the last visit; 100 stands for 100 and more. */
  newCount: z.int().nonnegative(),
});

/** What a tile shows, as browsers get it. */
export type AssetTile = z.infer<typeof assetTile>;

/** One page of the tiles; `total` counts all that the query leaves. */
export const assetTiles = z.strictObject({ items: z.array(assetTile), total: z.int() });

/** A page of the tiles, as browsers get it. */
export type AssetTiles = z.infer<typeof assetTiles>;

/** What is at one identifier; `asset` is null while no asset has it. */
export const assetPlace = z.strictObject({
  identifier: z.string(),
  asset: assetTile.nullable(),
  ...documentsAt,
});

/** What is at one identifier, as browsers get it. */
export type AssetPlace = z.infer<typeof assetPlace>;

/** One page of the Unassigned tray, ascending by identifier. */
export const unassignedPage = z.strictObject({
  items: z.array(z.strictObject({ identifier: z.string(), ...documentsAt })),
  nextAfter: z.string().nullable(),
});

/** A page of the Unassigned tray, as browsers get it. */
export type UnassignedPage = z.infer<typeof unassignedPage>;

/** The answer to a visit: since when documents of others were new to the visitor. */
export const visit = z.strictObject({ newSince: time });

/** The answer to a visit, as browsers get it. */
export type Visit = z.infer<typeof visit>;
